import { envJsonToBruV2, jsonToBruV2, jsonToCollectionBru } from '@usebruno/lang';
import { tagDescriptions } from '#api/openapi.ts';
import { listExampleRequests, listVariables, type ExampleRequest } from './example-requests.ts';

/** Creates the files of the Bruno collection, by their paths in its folder: a folder for each tag with a file for each operation. */
export function createBrunoCollection(): ReadonlyMap<string, string> {
  const requests = listExampleRequests();
  const tags = [...new Set(requests.map(({ operation }) => operation.tag))];
  const variables = [...listVariables(requests)].map(([name, value]) => ({ name, value, enabled: true }));
  return new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: 'Offcut', type: 'collection', ignore: [] }, null, 2)}\n`],
    [
      'collection.bru',
      jsonToCollectionBru({
        auth: { mode: 'bearer', bearer: { token: '{{apiKey}}' } },
        docs: 'Select the environment `Local` and set its variable `apiKey`. Then send `fetchMaterial`, or `createUpload` and `fillUpload`: requests that create something store its id in a variable for the next requests.',
      }),
    ],
    ['environments/Local.bru', envJsonToBruV2({ variables })],
    ...tags.flatMap((tag, index): readonly (readonly [string, string])[] => [
      [
        `${tag}/folder.bru`,
        jsonToCollectionBru({ meta: { name: tag, seq: index + 1 }, docs: tagDescriptions[tag] ?? tag }),
      ],
      ...requests
        .filter(({ operation }) => operation.tag === tag)
        .map((request, place) => [`${tag}/${toFileName(request.name)}.bru`, toBru(request, place + 1)] as const),
    ]),
  ]);
}

/** Replaces characters that a file name must not contain on Windows. */
const toFileName = (name: string): string => name.replaceAll(':', '-');

function toBru(
  { name, operation, pathFields, queryFields, body, form, isFile, captured, docs }: ExampleRequest,
  seq: number,
) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const sent = queryFields.filter(({ isRequired }) => isRequired).map((field) => `${field.name}=${field.value}`);
  const kind = isFile ? 'file' : form ? 'multipartForm' : body === undefined ? 'none' : 'json';
  return jsonToBruV2({
    meta: { name, type: 'http', seq },
    http: {
      method: operation.method.toLowerCase(),
      url: [`{{baseUrl}}${path}`, ...(sent.length > 0 ? [sent.join('&')] : [])].join('?'),
      body: kind,
      auth: operation.access.kind === 'key' ? 'inherit' : 'none',
    },
    params: [
      ...queryFields.map((field) => ({
        name: field.name,
        value: field.value,
        type: 'query',
        enabled: field.isRequired,
      })),
      ...pathFields.map((field) => ({ ...field, type: 'path', enabled: true })),
    ],
    ...(kind === 'json' && { body: { json: JSON.stringify(body, null, 2) } }),
    ...(isFile && { body: { file: [{ filePath: '', contentType: operation.consumes, selected: true }] } }),
    ...(form && { body: { multipartForm: listParts(form) } }),
    ...(Object.keys(captured).length > 0 && { script: { res: toScript(captured) } }),
    docs,
  });
}

const listParts = (form: Readonly<Record<string, string>>): object[] => [
  ...Object.entries(form).map(([name, value]) => ({ name, value, type: 'text', enabled: true })),
  { name: 'file', value: [], type: 'file', enabled: true },
];

/** Returns a script that stores fields of the response in variables. */
const toScript = (captured: ExampleRequest['captured']): string =>
  [
    'const data = res.getBody()?.data;',
    `for (const [name, field] of Object.entries(${JSON.stringify(captured)})) {`,
    '  if (data?.[field]) {',
    '    bru.setVar(name, data[field]);',
    '  }',
    '}',
  ].join('\n');
