import { version } from '../../package.json' with { type: 'json' };

/** The name and the version that the connector and its relay state to clients. */
export const serverInfo = { name: 'offcut', title: 'Offcut', version } as const;

/** The extension of runs that outlive their call (SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** The extension by which agents learn how to use a server (SEP-2640). */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** What an agent is told before it uses a tool. */
export const mcpInstructions =
  'Offcut edits videos inside a browser on this device. A run: list_recipes, estimate, a material (create_upload, or a public https address), run_recipe, then wait_for_job until it has ended. A job that is awaiting_review goes on after review_job. Failures are a JSON object with errorCode, message and details: branch on errorCode.';
