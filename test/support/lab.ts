import { readFile } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { Emulator, type EmulatorOptions } from '#emulator/emulator.ts';

/** An emulator with a client, and functions that call it directly. Ends with its test. */
export type LabTarget = {
  readonly emulator: Emulator;
  readonly offcut: Offcut;
  readonly apiKey: string;
  /** Sends a call with the API key. */
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** Sends a call, and returns the data of its envelope. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<never>;
};

export async function openLab(options: EmulatorOptions = {}): Promise<LabTarget> {
  const emulator = new Emulator(options);
  onTestFinished(() => emulator.stop());
  const apiKey = await emulator.createKey();
  const fetch = (input: string | URL | Request, init?: RequestInit) => emulator.handle(new Request(input, init));
  const send: LabTarget['send'] = (method, path, body, headers = {}) =>
    fetch(new URL(path, emulator.baseUrl), {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const call: LabTarget['call'] = async (method, path, body) => {
    const answer = await send(method, path, body);
    const envelope = (await answer.json()) as { success: boolean; data: never };
    expect(envelope).toMatchObject({ success: true });
    return envelope.data;
  };
  return { emulator, apiKey, offcut: new Offcut({ baseUrl: emulator.baseUrl, apiKey, fetch }), send, call };
}

/** A short clip with speech. */
export const readTalk = async (): Promise<File> => new File([await readFile('public/sample/talk.mp4')], 'talk.mp4');
