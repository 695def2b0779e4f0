import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { downloadZip } from 'client-zip';
import { recipeIds, recipes } from '#recipes/catalog.ts';
import { createSkill, skillFacts } from '#operations/skill.ts';
import { createBrunoCollection } from './bruno.ts';
import { createPostmanCollection } from './postman.ts';
import {
  createOperationsPage,
  createToolsPage,
  listReferenceLinks,
  operationsPage,
  recipePages,
  toolsPage,
} from './reference.ts';

/** The pages of `docs` that users of the API need, and what `llms.txt` says about them. */
const pages: Readonly<Record<string, string>> = {
  'docs/api.md': 'calls, errors, long calls, jobs, reviews, canvases',
  'docs/mcp.md': 'the MCP server, and how to connect agents to it',
  'docs/toolkit.md': 'the typed client, the emulator for tests, and what to do for each error code',
  'docs/lab.md': 'the lab: provoke errors, crashes and expired tickets, and move the clock',
  'docs/timeline.md': 'the canvas document, its edits, and files for other editors',
  'docs/models.md': 'available models, and how to add your own',
  'docs/running-it.md': 'options, headless, static hosts, storage, recovery',
};

const skillFolder = '.well-known/agent-skills';
const postmanFile = 'api-reference/offcut.postman_collection.json';
const brunoFile = 'api-reference/offcut.bruno.zip';

/**
 * Writes the documents for agents and API clients to the site: `llms.txt` and the pages that it links to, the skill, and the
 * collections for Postman and Bruno.
 */
export async function writeDocuments(root: string, outDir: string): Promise<void> {
  for (const [path, content] of await createDocuments(root)) {
    const file = join(outDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Creates the documents, by their paths from the root of the site. All links in them are relative or to files of the site. */
export async function createDocuments(root: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const read = (path: string): string => withSiteLinks(readFileSync(join(root, path), 'utf8'), path);
  const texts = new Map([
    ...Object.keys(pages).map((path) => [path, read(path)] as const),
    ...[...recipePages].map(([path, sitePath]) => [sitePath, read(path)] as const),
    [operationsPage, createOperationsPage()],
    [toolsPage, createToolsPage()],
  ]);
  const skill = createSkill();
  return new Map<string, string | Uint8Array>([
    ...texts,
    ['llms.txt', createIndex()],
    ['llms-full.txt', `${introduction}\n\n${[...texts.values()].map((text) => text.trim()).join('\n\n---\n\n')}\n`],
    [`${skillFolder}/${skillFacts.name}/SKILL.md`, skill],
    [`${skillFolder}/index.json`, toJson(createSkillIndex(skill))],
    [postmanFile, toJson(createPostmanCollection())],
    [brunoFile, await zip(createBrunoCollection())],
  ]);
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const introduction = [
  '# Offcut',
  '',
  '> A video-editing API that runs inside a browser on this device. It removes backgrounds and silence, adds chats, texts and titles, makes launch films, and exports editable timelines. Agents use it by MCP, programs by HTTP.',
  '',
  '- Every call needs an API key, as `Authorization: Bearer vk_...`. `npm start -- --headless` prints one, and the workspace creates keys.',
  '- The MCP server has the path `api/mcp`, below the folder of this file.',
  '- A tab of the workspace must stay open while the API works. Without one, calls fail with `ENGINE_UNAVAILABLE`.',
].join('\n');

/** Creates `llms.txt` (llmstxt.org): an introduction and lists of links. */
function createIndex(): string {
  const { operations, tools } = listReferenceLinks();
  return [
    introduction,
    '## Documents',
    [
      `- [The skill](${skillFolder}/${skillFacts.name}/SKILL.md): how an agent edits a video, step by step`,
      ...Object.entries(pages).map(([path, about]) => `- [${path}](${path}): ${about}`),
      `- [All operations](${operationsPage}): parameters, examples and errors of the HTTP API`,
      `- [All MCP tools](${toolsPage}): costs, duration and examples`,
    ].join('\n'),
    '## Recipes',
    recipeIds.map((id) => `- [${id}](docs/recipes/${id}.md): ${recipes[id].summary}`).join('\n'),
    '## MCP tools',
    tools.join('\n'),
    '## Operations',
    operations.join('\n'),
    '## Optional',
    [
      '- [llms-full.txt](llms-full.txt): all of these documents in one file',
      '- [openapi.json](api-reference/openapi.json): the OpenAPI 3.1 description, from a running server',
      `- [Postman collection](${postmanFile}): a request for every operation`,
      `- [Bruno collection](${brunoFile}): the same requests, as a folder in a ZIP file`,
    ].join('\n'),
    '',
  ].join('\n\n');
}

/** Creates the index of the skills, in version 0.2.0 of Agent Skills Discovery. Its URLs are relative to the index. */
const createSkillIndex = (skill: string): object => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: [
    {
      ...skillFacts,
      type: 'skill-md',
      url: `${skillFacts.name}/SKILL.md`,
      digest: `sha256:${createHash('sha256').update(skill).digest('hex')}`,
    },
  ],
});

/** Replaces links to pages of the project by links to the same pages of the site. Other relative links become plain text. */
function withSiteLinks(text: string, path: string): string {
  const from = recipePages.get(path) ?? path;
  return text.replaceAll(
    /(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)/g,
    (link, label: string, to: string, anchor = '') => {
      if (/^[a-z]+:/.test(to)) {
        return link;
      }
      const target = posix.join(posix.dirname(path), to);
      const sitePath = recipePages.get(target) ?? (Object.hasOwn(pages, target) ? target : undefined);
      return sitePath === undefined ? label : `[${label}](${posix.relative(posix.dirname(from), sitePath)}${anchor})`;
    },
  );
}

/** Packs files into a ZIP with one folder. The dates are fixed, so that equal files give equal bytes. */
async function zip(files: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const entries = [...files].map(([name, input]) => ({
    name: `offcut/${name}`,
    input,
    lastModified: new Date(2026, 0, 1),
  }));
  return new Uint8Array(await downloadZip(entries).arrayBuffer());
}
