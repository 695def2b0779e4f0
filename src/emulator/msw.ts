import { http, type HttpHandler } from 'msw';
import { Emulator, type EmulatorOptions } from './emulator.ts';

export { parseCassette, type Cassette } from './cassette/cassette.ts';

/**
 * Returns handlers for msw, in Node and in a page, that answer all calls below `baseUrl`. All calls to these handlers
 * share one state; each call of this function creates a new state. Create an API key with `POST /sandbox/v1/keys`.
 */
export function offcutHandlers(options: EmulatorOptions & { readonly baseUrl: string }): HttpHandler[] {
  const emulator = new Emulator(options);
  return [http.all(`${emulator.baseUrl}*`, ({ request }) => emulator.handle(request))];
}
