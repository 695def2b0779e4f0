import type { BrowserContext } from 'playwright-core';
import { shorten } from '#core/lib/shorten.ts';

/** A limit, because an error may contain a file name or a response of a host, which must not fill a terminal. */
const maxLetters = 4000;

/**
 * Logs the console errors of the pages, workers and service worker of a headless browser. For a defect, they are the only
 * trace.
 */
export function tellDefects(context: BrowserContext, log: (line: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isBrowserOwn(message.text())) {
      log(`The browser logged an error: ${toPrintable(message.text())}`);
    }
  });
}

/** Whether Chromium itself wrote a message. It logs every unsuccessful response, also those that the page handles. */
const isBrowserOwn = (text: string): boolean => text.startsWith('Failed to load resource');

/** Puts a text on one line, without control characters, which could move the cursor or imitate another log line. */
const toPrintable = (text: string): string =>
  shorten(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '), maxLetters);
