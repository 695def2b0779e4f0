import { afterEach, expect } from 'vitest';
import { takeDefects } from './browser.ts';

/**
 * The set-up of each file of Vitest's project `firefox`: an error in the browser fails the test in which it is logged.
 */
afterEach(() => expect(takeDefects()).toEqual([]));
