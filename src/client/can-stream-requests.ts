/**
 * Whether `fetch` accepts a stream as a request body. Firefox converts a stream to the string "[object ReadableStream]"
 * without an error; the Content-Type of a string reveals this. Safari does not read `duplex`.
 */
export function canStreamRequests(): boolean {
  let isDuplexRead = false;
  const { headers } = new Request('https://example.com', {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      isDuplexRead = true;
      return 'half' as const;
    },
  } as RequestInit);
  return isDuplexRead && !headers.has('Content-Type');
}
