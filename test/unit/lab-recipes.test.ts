import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { blockerCodes } from '#operations/account.ts';
import { Offcut } from '#client/offcut.ts';
import { startEmulator } from '#emulator/testing.ts';
import { openLab, readTalk } from '../support/lab.ts';

const page = await readFile('docs/lab.md', 'utf8');

/** The calls below each heading, one a line. */
const recipes = page
  .split(/^##+ /m)
  .map((part) => ({ title: part.split('\n')[0] ?? '', lines: readSnippet(part) }))
  .filter(({ lines }) => lines.length > 0);

function readSnippet(part: string): string[] {
  const [, snippet = ''] = /```sh\n([^`]+)```/.exec(part) ?? [];
  return snippet.split('\n').filter((line) => line !== '');
}

test.each(recipes)('runs the calls of "$title"', async ({ lines }) => {
  const { baseUrl, apiKey, close } = await startEmulator();
  onTestFinished(close);
  const material = await new Offcut({ baseUrl, apiKey }).upload(await readTalk());
  const variables: Record<string, string> = { API: baseUrl, KEY: apiKey, MATERIAL: material };
  for (const line of lines) {
    const { name, words, field, expected } = parse(line);
    const given = words.map((word) =>
      word.replaceAll(/\$([A-Z]+)/g, (_, variable: string) => variables[variable] ?? ''),
    );
    const check = async (): Promise<void> => {
      const answer = await send(given);
      expect(`${line} -> ${answer.summary}`).toMatch(new RegExp(`-> .*${expected}`));
      variables[name] = String(readField(answer.data, field));
    };
    await (/^[a-z_]+$/.test(expected) && expected !== 'disconnected' ? expect.poll(check).toBeUndefined() : check());
  }
});

type Parsed = { name: string; words: string[]; field: string; expected: string };

/** Parses `NAME=$(curl ... | jq -r FIELD)` or `curl ... # EXPECTED`. Without an expectation, the call must succeed. */
function parse(line: string): Parsed {
  const [, name = '', inner = line] = /^([A-Z]+)=\$\((.+)\)$/.exec(line) ?? [];
  const [call = '', field = ''] = inner.split(/ \| jq -r /);
  const [command = '', expected = '(200|202)'] = call.split(' # ');
  const words = [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/(["'])(.*?)\1/g, '$2'),
  );
  return { name, words, field: field.replaceAll("'", ''), expected };
}

type Sent = { summary: string; data: unknown };

async function send([, ...words]: string[]): Promise<Sent> {
  const headers = new Headers();
  let [url, method, body]: [string, string | undefined, string | FormData | undefined] = ['', undefined, undefined];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    at += word.startsWith('-') ? 1 : 0;
    if (word === '-X') {
      method = next;
    } else if (word === '-H') {
      headers.set(...(next.split(': ') as [string, string]));
    } else if (word === '--json') {
      headers.set('Content-Type', 'application/json');
      body = next;
    } else if (word === '-F') {
      body = new FormData();
      body.set('file', await readTalk());
    } else if (word !== '-o') {
      url = word;
    }
  }
  const answer = await fetch(url, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await answer.text().catch(() => null);
  if (text === null) {
    return { summary: 'disconnected', data: null };
  }
  const { errorCode = '', data } = envelope.parse(JSON.parse(text));
  const status = z.object({ status: z.string() }).safeParse(data).data?.status ?? '';
  return { summary: [answer.status, errorCode, status].join(' '), data: { data } };
}

const envelope = z.object({ errorCode: z.string().optional(), data: z.unknown().optional() });

/** Reads a path such as `.data[0].id`. */
const readField = (value: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);

/** The rows of the table of blockers: the code, and the call with its body. */
const blockers = [...page.matchAll(/^\| `([A-Z_]+)` +\| `(\w+) (\S+)` with `([^`]+)`/gm)].map(
  ([, code = '', method = '', path = '', body = '']) => ({ code, method, path, body }),
);

test('every blocker has a call', () => {
  expect(blockers.map(({ code }) => code).toSorted()).toEqual([...blockerCodes].toSorted());
});

test.each(blockers)('one call provokes the blocker $code', async ({ code, method, path, body }) => {
  const { offcut, send, call } = await openLab();
  const material = await offcut.upload(await readTalk());
  const { apiKey } = (await call(method, path.slice(1), JSON.parse(body))) as { apiKey?: string };
  if (code === 'IN_FLIGHT') {
    await send('POST', 'v1/run/remove-background', { material }, { Prefer: 'respond-async' });
  }
  const key: Record<string, string> = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const answer = await send('GET', 'v1/estimate?recipeId=remove-background', undefined, key);
  expect(await answer.json()).toMatchObject({ data: { blockers: [{ code }] } });
});
