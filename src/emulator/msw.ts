import { http, type HttpHandler } from 'msw';
import { Emulator, type Outcome } from './emulator.ts';

export type { Outcome } from './emulator.ts';

export type HandlerOptions = {
  /** The root URL of the API, such as `https://offcut.example/`. The handlers answer all calls below it. */
  readonly baseUrl: string;
  /** The outcomes of runs by recipe id. */
  readonly runs?: Readonly<Record<string, Outcome>>;
};

/**
 * Returns handlers for msw, in Node and in a page, that answer all calls below `baseUrl`. All calls to these handlers
 * share one state; each call of this function creates a new state. Create an API key with `POST /sandbox/v1/keys`.
 */
export function offcutHandlers(options: HandlerOptions): HttpHandler[] {
  const emulator = new Emulator(options);
  return [http.all(`${emulator.baseUrl}*`, ({ request }) => emulator.handle(request))];
}
