import type { Page } from 'playwright-core';

/** Sends requests from a page, as `fetch` of that page does, and returns the whole responses. Bodies are read before they are sent. */
export function createPageFetch(page: Page): (url: string, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const request = new Request(url, init);
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer()).toString('base64');
    const sent = { url, method: request.method, headers: [...request.headers] as [string, string][], body };
    const answer = await page.evaluate(async (call) => {
      const bytes = call.body === null ? null : Uint8Array.from(atob(call.body), (letter) => letter.charCodeAt(0));
      const response = await fetch(call.url, { method: call.method, headers: call.headers, body: bytes });
      const content = new Uint8Array(await response.arrayBuffer());
      let text = '';
      for (let at = 0; at < content.length; at += 0x8000) {
        text += String.fromCharCode(...content.subarray(at, at + 0x8000));
      }
      return { status: response.status, headers: [...response.headers] as [string, string][], body: btoa(text) };
    }, sent);
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : Buffer.from(answer.body, 'base64'), answer);
  };
}
