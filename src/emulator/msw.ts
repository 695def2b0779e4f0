import { http, type HttpHandler } from 'msw';
import { Emulator } from './emulator.ts';
import type { OutcomeOptions } from './outcomes.ts';

export { parseCassette, type Cassette } from './cassette/cassette.ts';
export type { Outcome } from './outcomes.ts';

export type HandlerOptions = OutcomeOptions & {
  /** The root URL of the API, such as `https://offcut.example/`. The handlers answer all calls below it. */
  readonly baseUrl: string;
};

/**
 * Returns handlers for msw, in Node and in a page, that answer all calls below `baseUrl`. All calls to these handlers
 * share one state; each call of this function creates a new state. Create an API key with `POST /sandbox/v1/keys`.
 */
export function offcutHandlers(options: HandlerOptions): HttpHandler[] {
  const emulator = new Emulator(options);
  return [http.all(`${emulator.baseUrl}*`, ({ request }) => emulator.handle(request))];
}
