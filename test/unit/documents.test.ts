import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { runInNewContext } from 'node:vm';
import { bruToJsonV2 } from '@usebruno/lang';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createBrunoCollection } from '#build/documents/bruno.ts';
import { createDocuments } from '#build/documents/documents.ts';
import { createPostmanCollection } from '#build/documents/postman.ts';
import type { Operation } from '#core/protocol/operation.ts';
import { Emulator } from '#emulator/emulator.ts';
import { operations } from '#operations/registry.ts';
import { createSkill, skillFacts } from '#operations/skill.ts';
import { tools } from '#operations/tools.ts';

const documents = await createDocuments('.');
const read = (path: string): string => {
  const content = documents.get(path);
  return typeof content === 'string' ? content : '';
};
const names = Object.keys(operations);

const pair = z.strictObject({ key: z.string(), value: z.string() });
const bearer = z.strictObject({
  type: z.literal('bearer'),
  bearer: z.tuple([pair.extend({ type: z.literal('string') })]),
});
const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  auth: z.strictObject({ type: z.literal('noauth') }).optional(),
  header: z.array(pair),
  body: z
    .discriminatedUnion('mode', [
      z.strictObject({ mode: z.literal('file'), file: z.strictObject({ src: z.literal('') }) }),
      z.strictObject({ mode: z.literal('raw'), raw: z.string(), options: z.unknown() }),
      z.strictObject({
        mode: z.literal('formdata'),
        formdata: z.array(
          z.discriminatedUnion('type', [
            z.strictObject({ key: z.string(), type: z.literal('file'), src: z.array(z.string()) }),
            z.strictObject({ key: z.string(), type: z.literal('text'), value: z.string() }),
          ]),
        ),
      }),
    ])
    .optional(),
  url: z.strictObject({
    raw: z.string().startsWith('{{baseUrl}}/'),
    host: z.tuple([z.literal('{{baseUrl}}')]),
    path: z.array(z.string().min(1)),
    variable: z.array(pair),
    query: z.array(pair.extend({ description: z.string(), disabled: z.literal(true).optional() })),
  }),
  description: z.string(),
});
const script = z.strictObject({ type: z.literal('text/javascript'), exec: z.array(z.string()) });
const item = z.strictObject({
  name: z.string(),
  event: z.tuple([z.strictObject({ listen: z.literal('test'), script })]).optional(),
  request,
  response: z.tuple([]),
});
/** The part of the schema of Postman collections 2.1 that this collection uses. */
const collection = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    description: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth: bearer,
  variable: z.array(pair.extend({ type: z.literal('string') })),
  item: z.array(z.strictObject({ name: z.string(), description: z.string(), item: z.array(item) })),
});
const postman = collection.parse(createPostmanCollection());
const items = postman.item.flatMap((folder) => folder.item);

test('lists every operation and every tool in llms.txt, and describes them on the pages that it links to', () => {
  for (const { method, path } of Object.values<Operation>(operations)) {
    expect(read('llms.txt')).toContain(`[${method} ${path}]`);
  }
  for (const name of names) {
    expect(read('docs/operations.md')).toContain(`\n### ${name}\n`);
    expect(read('llms-full.txt')).toContain(`\n### ${name}\n`);
  }
  for (const { name } of tools) {
    expect(read('llms.txt')).toContain(`[${name}](docs/tools.md#${name})`);
    expect(read('docs/tools.md')).toContain(`\n## ${name}\n`);
    expect(read('llms-full.txt')).toContain(`\n## ${name}\n`);
    expect(createSkill()).toContain(`\`${name}\``);
  }
});

test('has the format of llmstxt.org: a title, a summary, notes, and sections that are lists of links', () => {
  const [head = '', ...sections] = read('llms.txt').split('\n## ');
  expect(head).toMatch(/^# .+\n\n> .+\n\n(- .+\n)+$/);
  for (const section of sections) {
    const [, , ...lines] = section.trimEnd().split('\n');
    expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)]+\): .+$/.test(line))).toEqual([]);
  }
  expect(sections.at(-1)).toMatch(/^Optional\n/);
});

const pages = [...documents.keys()].filter((path) => /\.(md|txt)$/.test(path) && path !== 'llms-full.txt');

test.each(pages)('links from %s only to files of the site, and to headings in them', (page) => {
  const links = [...read(page).matchAll(/(?<!!)\[[^\]]+\]\(([^)#\s]*)#?([^)\s]*)\)/g)];
  for (const [link, to = '', anchor = ''] of links.filter(([, to = '']) => !/^[a-z]+:/.test(to))) {
    const path = to === '' ? page : posix.join(posix.dirname(page), to);
    expect(documents.has(path) || path === 'api-reference/openapi.json', link).toBe(true);
    if (anchor !== '') {
      expect(listAnchors(read(path)), link).toContain(anchor);
    }
  }
});

/** The anchors of the headings of a page. */
const listAnchors = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test('serves the skill of the MCP server, and lists it in the index of skills with its digest', () => {
  const skill = read('.well-known/agent-skills/offcut/SKILL.md');
  expect(skill).toBe(createSkill());
  expect(skill).toMatch(/^---\nname: offcut\ndescription: ".+"\n---\n/);
  expect(skillFacts.description.length).toBeLessThanOrEqual(1024);
  expect(JSON.parse(read('.well-known/agent-skills/index.json'))).toEqual({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: 'offcut',
        type: 'skill-md',
        description: skillFacts.description,
        url: 'offcut/SKILL.md',
        digest: `sha256:${createHash('sha256').update(skill).digest('hex')}`,
      },
    ],
  });
});

test('has a request for every operation in the collections of Postman and Bruno, with the same content', () => {
  expect(items.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { name: toolName } of tools.filter(({ kind }) => kind !== 'run')) {
    expect(items.filter(({ request: { description } }) => description.includes(`\`${toolName}\``))).toHaveLength(1);
  }
  const files = [...createBrunoCollection()].filter(([path]) => /^(?!environments)\w+\/(?!folder\.)/.test(path));
  const bruno = files.map(([, text]) => brunoRequest.parse(bruToJsonV2(text)));
  expect(bruno.map(toSummary)).toEqual(
    items.map(({ name, request: { method, url, body } }) => ({
      name,
      method: method.toLowerCase(),
      url: url.raw,
      body: body?.mode === 'raw' ? body.raw : body?.mode,
    })),
  );
});

const brunoRequest = z.object({
  meta: z.object({ name: z.string() }),
  http: z.object({ method: z.string(), url: z.string(), body: z.string() }),
  body: z.object({ json: z.string().optional() }).optional(),
});

/** The modes of Postman by those of Bruno. */
const modes: Readonly<Record<string, string>> = { multipartForm: 'formdata', file: 'file' };

const toSummary = ({ meta, http, body }: z.output<typeof brunoRequest>) => ({
  name: meta.name,
  method: http.method,
  url: http.url,
  body: body?.json ?? modes[http.body],
});

test('sends no invalid request: every request of the collection, in order, to the emulator', async () => {
  const emulator = new Emulator();
  onTestFinished(() => emulator.stop());
  const variables = new Map(postman.variable.map(({ key, value }) => [key, value]));
  variables.set('baseUrl', emulator.baseUrl.replace(/\/$/, '')).set('apiKey', await emulator.createKey());
  const codes = new Map<string, string>();
  // Deletions come last, because other requests use what they delete.
  const isDelete = ({ name, request: { method } }: z.output<typeof item>) => method === 'DELETE' || name === 'reset';
  // The user chooses the file of a body that is a file alone.
  const order = items
    .filter(({ request: { body } }) => body?.mode !== 'file')
    .toSorted((one, other) => Number(isDelete(one)) - Number(isDelete(other)));
  for (const { name, event, request: sent } of order) {
    const response = await emulator.handle(await toRequest(sent, variables));
    const type = response.headers.get('Content-Type') ?? '';
    const text = await response.text();
    const { errorCode = '' } = type.includes('json') ? (JSON.parse(text) as { errorCode?: string }) : {};
    codes.set(name, errorCode);
    runInNewContext(['let data;', ...(event?.[0].script.exec ?? [])].join('\n'), {
      pm: {
        response: { json: () => JSON.parse(text) as unknown },
        collectionVariables: { set: (key: string, value: string) => variables.set(key, value) },
      },
    });
  }
  const refused = ['VALIDATION_FAILED', 'METHOD_NOT_ALLOWED', 'UNAUTHORIZED', 'UNSUPPORTED_MEDIA', 'INTERNAL'];
  expect([...codes].filter(([, code]) => refused.includes(code))).toEqual([]);
  const works = [
    'createUpload',
    'fillUpload',
    'getUpload',
    'run:remove-background',
    'run:tighten',
    'getJob',
    'putCanvas',
  ];
  expect(works.map((name) => codes.get(name))).toEqual(works.map(() => ''));
});

/** Creates the request that Postman sends. */
async function toRequest(
  { method, url, auth, header, body }: z.output<typeof request>,
  variables: ReadonlyMap<string, string>,
): Promise<Request> {
  const fill = (text: string): string => {
    const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '');
    return filled === text ? text : fill(filled);
  };
  const values = new Map(url.variable.map(({ key, value }) => [key, fill(value)]));
  const address = fill(url.raw).replaceAll(/(?<=\/):(\w+)/g, (_, name: string) => values.get(name) ?? '');
  const headers = new Headers(header.map(({ key, value }) => [key, value]));
  if (!auth) {
    headers.set('Authorization', `Bearer ${variables.get('apiKey')}`);
  }
  const content =
    body?.mode === 'raw' ? fill(body.raw) : body?.mode === 'formdata' ? await toForm(body.formdata) : undefined;
  return new Request(address, { method, headers, ...(content !== undefined && { body: content }) });
}

type Part = Extract<NonNullable<z.output<typeof request>['body']>, { mode: 'formdata' }>['formdata'][number];

async function toForm(parts: readonly Part[]): Promise<FormData> {
  const form = new FormData();
  const file = new File([await readFile('public/sample/talk.mp4')], 'talk.mp4');
  for (const part of parts) {
    form.append(part.key, part.type === 'text' ? part.value : file);
  }
  return form;
}
