import { mcpMounts as real } from '../../../src/api/mcp/mounts.ts';
import { buildFixtureServer } from './server.ts';

/** The servers of the product, and one whose tools the public conformance suite calls by their names. */
export const mcpMounts = { ...real, '/api/mcp/conformance': buildFixtureServer };
