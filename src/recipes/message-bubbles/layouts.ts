/** The layouts of messages: over the video, as a whole conversation, or between background and subject. Pages import it without zod. */
export const chatLayoutIds = ['overlay', 'chat', 'behind'] as const;
