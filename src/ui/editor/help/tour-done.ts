const storageName = 'offcut:editor-tour';

/** Returns whether the tour was taken or skipped in this browser. */
export function isTourDone(): boolean {
  try {
    return localStorage.getItem(storageName) !== null;
  } catch {
    return true;
  }
}

export function noteTourDone(): void {
  try {
    localStorage.setItem(storageName, 'done');
  } catch {
    // Without storage the tour is offered again at the next visit.
  }
}
