/**
 * Whether `fetch` takes a stream as the body of a request.
 *
 * Firefox turns a stream into the string "[object ReadableStream]", without an error; it shows by the Content-Type that
 * comes with a string. Safari does not ask for `duplex`.
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
