import { fillExample, tagDescriptions } from '#api/openapi.ts';
import { failures } from '#core/lib/failure.ts';
import { recipeIds } from '#recipes/catalog.ts';
import { tools, type ToolDefinition } from '#operations/tools.ts';
import { listExampleRequests, listFields, type ExampleRequest, type Field } from './example-requests.ts';

/** The paths of the generated pages, from the root of the site. */
export const operationsPage = 'docs/operations.md';
export const toolsPage = 'docs/tools.md';

const base = new URL('http://127.0.0.1:8787/');

/** Creates the page of all operations, with a heading for each, named like the operation. */
export function createOperationsPage(): string {
  const requests = listExampleRequests();
  const tags = [...new Set(requests.map(({ operation }) => operation.tag))];
  return [
    '# All operations',
    'The root of these paths is the address of the running server. `api-reference/openapi.json` there has the same operations with all schemas.',
    ...tags.flatMap((tag) => [
      `## ${tag}`,
      tagDescriptions[tag] ?? tag,
      ...requests.filter(({ operation }) => operation.tag === tag).flatMap(toSections),
    ]),
    '## Error codes',
    ['| code | status | retry | message |', '| --- | --- | --- | --- |', ...Object.entries(failures).map(toRow)].join(
      '\n',
    ),
    '',
  ].join('\n\n');
}

function toSections({ name, operation, queryFields, docs, ...request }: ExampleRequest): string[] {
  return [
    `### ${name}`,
    `\`${operation.method} ${operation.path}\``,
    docs,
    ...toList('Query', queryFields),
    ...toList('Body', operation.body === null ? [] : listFields(operation.body)),
    ...(operation.example === undefined ? [] : [toJson(fillExample(operation.example, base))]),
    ...(request.isFile ? [`The body is a file of the type \`${operation.consumes}\`.`] : []),
    ...(request.form ? ['The body is a form with the part `file`.'] : []),
  ];
}

const toList = (title: string, fields: readonly Field[]): string[] =>
  fields.length === 0
    ? []
    : [
        `${title}:`,
        fields
          .map((field) => `- \`${field.name}\`${field.isRequired ? ' (required)' : ''}${toNote(field.description)}`)
          .join('\n'),
      ];

const toNote = (description: string): string => (description === '' ? '' : `: ${description}`);
const toJson = (value: unknown): string => ['```json', JSON.stringify(value, null, 2), '```'].join('\n');

const toRow = ([code, { status, isRetryable, sentence }]: [string, (typeof failures)[keyof typeof failures]]): string =>
  `| \`${code}\` | ${status} | ${isRetryable ? 'yes' : 'no'} | ${sentence} |`;

/** Creates the page of all MCP tools, with a heading for each. */
export const createToolsPage = (): string =>
  [
    '# All MCP tools',
    'The server is `api/mcp` below the address of the running server, with an API key as bearer token.',
    ...tools.flatMap(toToolSections),
    '',
  ].join('\n\n');

const toToolSections = ({ name, title, description, example }: ToolDefinition): string[] => [
  `## ${name}`,
  `${title}. ${description.replaceAll('{base}', base.href)}`,
  ...(example ? [toJson(example)] : []),
];

/** Lists the links to all operations and tools, in the format of `llms.txt`. */
export const listReferenceLinks = (): {
  readonly operations: readonly string[];
  readonly tools: readonly string[];
} => ({
  operations: listExampleRequests().map(
    ({ name, operation }) =>
      `- [${operation.method} ${operation.path}](${operationsPage}#${toAnchor(name)}): ${operation.summary}`,
  ),
  tools: tools.map(({ name, title }) => `- [${name}](${toolsPage}#${name}): ${title}`),
});

/** Returns the anchor of a heading, as renderers of Markdown create it. */
const toAnchor = (heading: string): string => heading.toLowerCase().replaceAll(/[^\w-]/g, '');

/** The pages of the recipes, by their paths in the project and on the site. */
export const recipePages = new Map(recipeIds.map((id) => [`src/recipes/${id}/README.md`, `docs/recipes/${id}.md`]));
