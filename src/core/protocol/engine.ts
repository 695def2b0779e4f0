/** The Web Lock whose only holder may run jobs. While it is held, other threads know that an engine is active. */
export const engineLockName = 'offcut:engine';

/** The query parameter of a workspace in a headless browser. No user sees the page, so its engine starts before it is idle. */
export const unattendedParameter = 'unattended';
