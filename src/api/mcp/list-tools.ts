import type { Tool } from '@modelcontextprotocol/server';
import { tools, type ToolDefinition } from '#operations/tools.ts';
import { toToolSchema } from './tool-schema.ts';

const listed = new Map<readonly ToolDefinition[], Map<string, readonly Tool[]>>();

/** Returns the tools as clients list them. The list is cached, because a server exists for one request only. */
export function listTools({ href }: URL, definitions = tools): Tool[] {
  const byBase = listed.get(definitions) ?? new Map<string, readonly Tool[]>();
  const known = byBase.get(href) ?? definitions.map((tool) => describe(tool, href));
  listed.set(definitions, byBase.set(href, known));
  return [...known];
}

function describe(tool: ToolDefinition, baseUrl: string): Tool {
  const { name, title, description, example, failures, isReadOnly, isDestructive, isIdempotent } = tool;
  const canFail = failures.length === 0 ? '' : ` Can fail with ${failures.join(', ')}.`;
  return {
    name,
    title,
    description:
      description.replaceAll('{base}', baseUrl) + canFail + (example ? ` Example: ${JSON.stringify(example)}` : ''),
    inputSchema: toToolSchema(tool.input, 'input'),
    outputSchema: toToolSchema(tool.output, 'output'),
    annotations: {
      title,
      readOnlyHint: isReadOnly,
      destructiveHint: isDestructive,
      idempotentHint: isIdempotent,
      // Only a run accesses other sites, to fetch a material from a public URL.
      openWorldHint: tool.kind === 'run',
    },
  };
}
