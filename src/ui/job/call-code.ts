import type { JobView } from '#operations/jobs.ts';
import { toExportCall } from '../recipes/export/export-call.ts';

/** The API calls of a job as code. The key is read from an environment variable, never shown. */
export type CallCode = { readonly label: string; readonly code: string };

/** What a call is made of; a job that is not there yet has no id and no review. */
type Called = Pick<JobView, 'recipeId' | 'input'> & { readonly id?: string };

type Call = {
  /** Below the root of the site. */
  readonly path: string;
  readonly body: object;
  readonly tool: string;
  readonly arguments: object;
};

/** The run of a job, and the approval where it has a review. `baseHref` is the root of the site, with a slash at its end. */
export function toCallCode(job: Called, baseHref: string, { hasReview = false } = {}): CallCode[] {
  const calls = [toRunCall(job), ...(hasReview && job.id !== undefined ? [toApproval(job.id)] : [])];
  return [
    { label: 'curl', code: calls.map((call) => toCurl(baseHref, call)).join('\n\n') },
    { label: 'TypeScript', code: toTypeScript(baseHref, calls) },
    { label: 'MCP', code: calls.map(toToolCall).join('\n\n') },
  ];
}

function toRunCall({ recipeId, input }: Called): Call {
  if (recipeId !== 'export') {
    return { path: `v1/run/${recipeId}`, body: input, tool: 'run_recipe', arguments: { recipeId, input } };
  }
  const { canvasId, body } = toExportCall(input);
  return {
    path: `v1/canvases/${canvasId}/export`,
    body,
    tool: 'export_canvas',
    arguments: { canvasId, ...body },
  };
}

function toApproval(envelopeId: string): Call {
  const body = { decision: 'approve' };
  return { path: `v1/jobs/${envelopeId}/review`, body, tool: 'review_job', arguments: { envelopeId, ...body } };
}

function toCurl(baseHref: string, { path, body }: Call): string {
  return [
    `curl --max-time 600 '${baseHref}${path}' \\`,
    '  --header "Authorization: Bearer $OFFCUT_API_KEY" \\',
    "  --header 'Content-Type: application/json' \\",
    // Within single quotes a shell escapes nothing, so that a quote ends them and is added by itself.
    `  --data '${toJson(body).replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}

function toTypeScript(baseHref: string, calls: readonly Call[]): string {
  const made = calls.map(({ path, body }) => `await call('${path}', ${toJson(body)})`);
  return `const call = async (path: string, body: object) => {
  const response = await fetch('${baseHref}' + path, {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${process.env.OFFCUT_API_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const { success, data, errorCode, message } = await response.json();
  if (!success) {
    throw new Error(\`\${errorCode}: \${message}\`);
  }
  return data;
};

${made.map((each) => `console.log(${each});`).join('\n')}`;
}

/** The call of a tool, as an MCP client sends it. */
const toToolCall = ({ tool, arguments: given }: Call): string =>
  toJson({ method: 'tools/call', params: { name: tool, arguments: given } });

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);
