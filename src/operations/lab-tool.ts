import type { Tool } from '#core/protocol/operation.ts';

/** The names of tools that control the lab begin with it. Connectors list them only if the sandbox is open to programs. */
export const labPrefix = 'lab_';

/** Creates the tool of an operation that reads the lab, sets a part of it, or adds to it with each call. */
export const labTool = (
  name: string,
  title: string,
  description: string,
  kind: 'read' | 'set' | 'add',
  example?: Tool['example'],
  listName?: string,
): Tool => ({
  name: labPrefix + name,
  title,
  description: `${description} For tests of programs.`,
  ...(example && { example }),
  ...(listName !== undefined && { listName }),
  isReadOnly: kind === 'read',
  isDestructive: false,
  isIdempotent: kind !== 'add',
});
