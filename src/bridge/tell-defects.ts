import type { BrowserContext } from 'playwright-core';

/**
 * Passes on what pages, workers and the service worker of a browser that nobody sees log as errors: for a defect, that is the
 * only trace.
 */
export function tellDefects(context: BrowserContext, log: (line: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isBrowserOwn(message.text())) {
      log(`The browser logged an error: ${message.text()}`);
    }
  });
}

/** Chromium itself logs every answer that is no success, also those that the page deals with. */
const isBrowserOwn = (text: string): boolean => text.startsWith('Failed to load resource');
