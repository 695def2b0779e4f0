/**
 * Holds the next response from an address with this end back from the page until `releaseAnswer`, so that other events
 * overtake it. The response has arrived when the document has `data-held="yes"`.
 */
export function holdAnswer(to: string): void {
  const fetchNow = globalThis.fetch;
  let isHeld = false;
  globalThis.fetch = async (...given) => {
    const response = await fetchNow(...given);
    // Another request for the same address may have started before the first response.
    if (!isHeld && new URL(response.url).pathname.endsWith(to)) {
      isHeld = true;
      globalThis.fetch = fetchNow;
      document.documentElement.dataset['held'] = 'yes';
      await new Promise((resolve) => addEventListener('release-answer', resolve, { once: true }));
    }
    return response;
  };
}

/** Gives the page the held response, and resolves when the page has had time to show it. */
export async function releaseAnswer(): Promise<void> {
  delete document.documentElement.dataset['held'];
  dispatchEvent(new Event('release-answer'));
  for (const _ of [1, 2, 3]) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
