import { version } from '../../../package.json' with { type: 'json' };

/** The name and the version that the connector and its relay state to clients. */
export const serverInfo = { name: 'offcut', title: 'Offcut', version } as const;

/** The extension for runs that outlive their call (SEP-2663). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** The extension that gives agents instructions for a server (SEP-2640). */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** The instructions that an agent receives before it uses a tool. */
export const mcpInstructions =
  'Offcut edits videos inside a browser on this device. To run a recipe: list_recipes, estimate, a material (create_upload, or a public https URL), run_recipe, then wait_for_job until the job has ended. A job that is awaiting_review continues after review_job. Errors are a JSON object with errorCode, message and details: branch on errorCode.';
