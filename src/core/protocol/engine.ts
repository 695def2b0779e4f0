/** The Web Lock whose only holder may run jobs. While it is held, other threads know that an engine is active. */
export const engineLockName = 'offcut:engine';

/** The query parameter of a workspace in a headless browser: nobody sees the page, so its engine does not wait until it is idle. */
export const unattendedParameter = 'unattended';
