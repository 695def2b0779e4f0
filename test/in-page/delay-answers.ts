/**
 * Answers of the API to addresses that end so reach the page later than they come, and what it hears otherwise overtakes them. Until the
 * page is left; each that has come is noted on the document, as `data-delayed="over"`.
 */
export function delayAnswers({ to, byMs }: { readonly to: string; readonly byMs: number }): void {
  const fetchNow = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    const response = await fetchNow(...given);
    if (new URL(response.url).pathname.endsWith(to)) {
      await new Promise((resolve) => setTimeout(resolve, byMs));
      document.documentElement.dataset['delayed'] = 'over';
    }
    return response;
  };
}
