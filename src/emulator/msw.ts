import { http, type HttpHandler } from 'msw';
import { Emulator, type EmulatorOptions } from './emulator.ts';

/**
 * Returns handlers for msw, in Node and in a page, that answer all calls below `baseUrl`. The calls have one state; new handlers
 * have a new one. `key` of the sandbox is created with `POST /sandbox/v1/keys`.
 */
export function offcutHandlers(options: EmulatorOptions & { readonly baseUrl: string }): HttpHandler[] {
  const emulator = new Emulator(options);
  return [http.all(`${emulator.baseUrl}*`, ({ request }) => emulator.handle(request))];
}
