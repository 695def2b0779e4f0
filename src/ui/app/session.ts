import { signal } from '@preact/signals';
import { base } from './base.ts';
import { isRecord, readEnvelope } from './envelope.ts';
import { serverReady } from './host.ts';

/** True if no API key was ever created here. */
export const isFirstStart = signal(false);

let current: Promise<string> | null = null;

/** Returns the key of this page, which is kept in memory only. It waits for the service worker. Throws ApiError. */
export async function getSessionKey(): Promise<string> {
  current ??= openSession();
  try {
    return await current;
  } catch (thrown) {
    current = null;
    throw thrown;
  }
}

/** Drops the refused key, so that the next call opens a new session. */
export function dropSessionKey(): void {
  current = null;
}

async function openSession(): Promise<string> {
  await serverReady;
  const response = await fetch(new URL('sandbox/v1/session', base), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const session = readEnvelope(await response.text());
  if (!isRecord(session) || typeof session['apiKey'] !== 'string') {
    throw new TypeError('the session has no key');
  }
  isFirstStart.value = session['isFirst'] === true;
  return session['apiKey'];
}
