/** The Web Lock whose one holder may run jobs. That it is taken tells the others that somebody works. */
export const engineLockName = 'offcut:engine';
