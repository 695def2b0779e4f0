import type { BuildServer } from './connector.ts';
import { buildToolServer } from './tool-server.ts';

/** The MCP servers by their paths below the base. */
export const mcpMounts: Readonly<Record<string, BuildServer>> = {
  '/api/mcp': buildToolServer,
  '/api/mcp/': buildToolServer,
};
