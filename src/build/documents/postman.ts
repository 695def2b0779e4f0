import { tagDescriptions } from '#api/openapi.ts';
import { listExampleRequests, listVariables, type ExampleRequest } from './example-requests.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Creates the Postman collection, in format 2.1: a folder for each tag, with a request for each of its operations. */
export function createPostmanCollection(): object {
  const requests = listExampleRequests();
  const tags = [...new Set(requests.map(({ operation }) => operation.tag))];
  return {
    info: {
      name: 'Offcut',
      description:
        'Set the variables `baseUrl` and `apiKey`. Then send `fetchMaterial`, or `createUpload` and `fillUpload`: requests that create something store its id in a variable for the next requests.',
      schema,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [...listVariables(requests)].map(([key, value]) => ({ key, value, type: 'string' })),
    item: tags.map((tag) => ({
      name: tag,
      description: tagDescriptions[tag] ?? tag,
      item: requests.filter(({ operation }) => operation.tag === tag).map(toItem),
    })),
  };
}

function toItem(request: ExampleRequest): object {
  const { name, operation, captured, docs } = request;
  return {
    name,
    ...(Object.keys(captured).length > 0 && { event: [{ listen: 'test', script: toScript(captured) }] }),
    request: {
      method: operation.method,
      ...(operation.access.kind !== 'key' && { auth: { type: 'noauth' } }),
      header: request.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      ...toBody(request),
      url: toUrl(request),
      description: docs,
    },
    response: [],
  };
}

function toUrl({ operation, pathFields, queryFields }: ExampleRequest): object {
  const path = operation.path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const sent = queryFields.filter(({ isRequired }) => isRequired).map(({ name, value }) => `${name}=${value}`);
  return {
    raw: [`{{baseUrl}}/${path}`, ...(sent.length > 0 ? [sent.join('&')] : [])].join('?'),
    host: ['{{baseUrl}}'],
    path: path.split('/'),
    variable: pathFields.map(({ name, value }) => ({ key: name, value })),
    query: queryFields.map(({ name, value, isRequired, description }) => ({
      key: name,
      value,
      description,
      ...(!isRequired && { disabled: true }),
    })),
  };
}

function toBody({ body, form, isFile }: ExampleRequest): object {
  if (isFile) {
    return { body: { mode: 'file', file: { src: '' } } };
  }
  if (form) {
    const fields = Object.entries(form).map(([key, value]) => ({ key, value, type: 'text' }));
    return { body: { mode: 'formdata', formdata: [...fields, { key: 'file', type: 'file', src: [] }] } };
  }
  const options = { raw: { language: 'json' } };
  return body === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options } };
}

/** Returns a script that stores fields of the response in variables. */
const toScript = (captured: ExampleRequest['captured']): object => ({
  type: 'text/javascript',
  exec: [
    // Postman declares `data` itself.
    'const result = pm.response.json().data;',
    `for (const [name, field] of Object.entries(${JSON.stringify(captured)})) {`,
    '  if (result && result[field]) {',
    '    pm.collectionVariables.set(name, result[field]);',
    '  }',
    '}',
  ],
});
