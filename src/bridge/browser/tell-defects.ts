import type { BrowserContext } from 'playwright-core';
import { shorten } from '#core/lib/shorten.ts';

/** An error may repeat the name of a file or the answer of a host, neither of which may fill a terminal. */
const maxLetters = 4000;

/**
 * Passes on what pages, workers and the service worker of a browser that nobody sees log as errors: for a defect, that is the
 * only trace.
 */
export function tellDefects(context: BrowserContext, log: (line: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isBrowserOwn(message.text())) {
      log(`The browser logged an error: ${toPrintable(message.text())}`);
    }
  });
}

/** Chromium itself logs every answer that is no success, also those that the page deals with. */
const isBrowserOwn = (text: string): boolean => text.startsWith('Failed to load resource');

/** On one line and without control characters, which could move the cursor, or write what looks like another line of ours. */
const toPrintable = (text: string): string =>
  shorten(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '), maxLetters);
