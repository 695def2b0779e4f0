/** The Web Lock whose only holder may run jobs. While it is held, other threads know that an engine is active. */
export const engineLockName = 'offcut:engine';
