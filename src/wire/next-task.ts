/**
 * Resolves in a later task, without the delay that browsers add to nested timers. A `background` task runs after all others of the
 * thread.
 */
export const nextTask = (priority: TaskPriority = 'user-visible'): Promise<void> =>
  new Promise((resolve) => {
    if ('scheduler' in globalThis) {
      void scheduler.postTask(resolve, { priority });
    } else {
      setTimeout(resolve);
    }
  });
