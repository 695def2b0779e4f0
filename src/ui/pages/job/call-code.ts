import type { JobView } from '#operations/jobs.ts';
import { toExportCall } from '#ui/pages/canvas/export-call.ts';

/** The API calls of a job as code. The key is read from an environment variable, never shown. */
export type CallCode = { readonly label: string; readonly code: string };

/** The parts of a call; the job may not exist yet. */
type Called = Pick<JobView, 'recipeId' | 'input'>;

type Call = {
  /** Relative to the root of the site. */
  readonly path: string;
  readonly body: object;
  readonly tool: string;
  readonly arguments: object;
};

const approval = { decision: 'approve' } as const;

/**
 * Returns the code of a job's run. With a review, the code also waits for the proposal, approves it and waits for the
 * result, whichever job the run returns. `baseHref` is the root of the site, with a trailing slash.
 */
export function toCallCode(job: Called, baseHref: string, { hasReview = false } = {}): CallCode[] {
  const call = toRunCall(job);
  return [
    { label: 'curl', code: hasReview ? toReviewedCurl(baseHref, call, job.recipeId) : toCurl(baseHref, call) },
    { label: 'TypeScript', code: toTypeScript(baseHref, call, hasReview) },
    { label: 'MCP', code: toToolCalls(call, hasReview) },
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

const curlKey = '  --header "Authorization: Bearer $OFFCUT_API_KEY"';

const toCurl = (baseHref: string, { path, body }: Pick<Call, 'path' | 'body'>): string =>
  [
    `curl -sS --max-time 600 '${baseHref}${path}' \\`,
    `${curlKey} \\`,
    "  --header 'Content-Type: application/json' \\",
    // A shell escapes nothing within single quotes, so a quote ends the string and is added separately.
    `  --data '${toJson(body).replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');

/** The status of the job itself, which depends on its recipe: its log contains the earlier ones. */
const rests = '"recipeId":"[^"]*","status":"(awaiting_review|completed|failed|canceled)"';

/**
 * The shell reads the job id from the response, with standard shell tools only. A refused run has no id, and a joined run
 * may already be reviewed.
 */
const toReviewedCurl = (baseHref: string, call: Call, recipeId: string): string =>
  [
    `ANSWER=$(${toCurl(baseHref, call)})`,
    String.raw`printf '%s\n' "$ANSWER"`,
    String.raw`JOB=$(printf '%s' "$ANSWER" | sed -n 's/.*"envelopeId":"\([^"]*\)".*/\1/p')`,
    '',
    'wait_for_job() {',
    `until STATE=$(curl -sS "${baseHref}v1/jobs/$JOB" \\`,
    `${curlKey} \\`,
    `  | grep -E '"success":false|${rests}'); do sleep 1; done`,
    String.raw`printf '%s\n' "$STATE"`,
    '}',
    'if [ "$JOB" ]; then',
    'wait_for_job',
    `case $STATE in *'"recipeId":"${recipeId}","status":"awaiting_review"'*)`,
    toCurl(baseHref, { path: "v1/jobs/'$JOB'/review", body: approval }),
    'wait_for_job',
    ';; esac',
    'fi',
  ].join('\n');

const toTypeScript = (baseHref: string, { path, body }: Call, hasReview: boolean): string =>
  `// Saved as call.mts it runs with: npx tsx call.mts
const call = async (path: string, body?: object) => {
  const response = await fetch('${baseHref}' + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: \`Bearer \${process.env.OFFCUT_API_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: body && JSON.stringify(body),
  });
  const { success, data, errorCode, message } = await response.json();
  if (!success) {
    throw new Error(\`\${errorCode}: \${message}\`);
  }
  return data;
};

${hasReview ? waitInTypeScript : ''}const job = await call('${path}', ${toJson(body)});
${hasReview ? reviewInTypeScript : 'console.log(job);'}`;

const waitInTypeScript = `const rest = async (job: any) => {
  while (job.status === 'queued' || job.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    job = await call('v1/jobs/' + job.id);
  }
  console.log(job);
  return job;
};

`;

const reviewInTypeScript = `const { id, status } = await rest(job);
if (status === 'awaiting_review') {
  await rest(await call('v1/jobs/' + id + '/review', ${JSON.stringify(approval)}));
}`;

/** The tool calls as an MCP client sends them. */
const toToolCalls = ({ tool, arguments: given }: Call, hasReview: boolean): string =>
  [
    toToolCall(1, tool, given),
    ...(hasReview ? [toToolCall(2, 'review_job', { envelopeId: 'the envelopeId of the response', ...approval })] : []),
  ].join('\n\n');

const toToolCall = (id: number, name: string, given: object): string =>
  toJson({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } });

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);
