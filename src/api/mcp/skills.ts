import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { skillsExtension } from '#core/protocol/mcp.ts';
import { createSkill, skillFacts } from '#operations/skill.ts';
import { hashText } from '../hash.ts';

const uri = `skill://${skillFacts.name}/SKILL.md`;
const mimeType = 'text/markdown';
const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const;
const paged = z.looseObject({ cursor: z.string().optional() });
const byUri = z.looseObject({ uri: z.string() });

/**
 * Serves the only skill. The SDK's own extension would add a reader of skill folders and a YAML parser to the service worker, 12 kB
 * (decision 0023).
 */
export function serveSkills(mcp: McpServer): void {
  const { server } = mcp;
  server.registerCapabilities({ resources: { listChanged: false }, extensions: { [skillsExtension]: {} } });
  const { name, description } = skillFacts;
  mcp.registerResource(name, uri, { description, mimeType, cacheHint }, async () => ({
    contents: [{ uri, mimeType, text: createSkill() }],
  }));
  server.setRequestHandler('skills/list', { params: paged }, async () => ({ skills: [await toEntry()], ...cacheHint }));
  server.setRequestHandler('skills/get', { params: byUri }, async ({ uri: asked }) => {
    if (asked !== uri) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `No skill has the URI ${asked}; skills/list returns all skills`,
      );
    }
    return { skill: await toEntry(), ...cacheHint };
  });
}

/** Describes the skill and its one file. Clients compare the digest with that of their copy. */
async function toEntry() {
  const text = createSkill();
  const size = new TextEncoder().encode(text).byteLength;
  return { uri, frontmatter: skillFacts, resources: [{ uri, digest: `sha256:${await hashText(text)}`, size }] };
}
