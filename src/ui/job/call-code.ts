import type { JobView } from '#operations/jobs.ts';
import { toExportCall } from '../recipes/export/export-call.ts';

/** The API call of a job as code. The key is read from an environment variable, never shown. */
export type CallCode = { readonly label: string; readonly code: string };

/** `baseHref` is the root of the site, with a slash at its end. */
export function toCallCode(job: Pick<JobView, 'recipeId' | 'input'>, baseHref: string): CallCode[] {
  const { path, body: input } = toCall(job);
  const [address, body] = [baseHref + path, JSON.stringify(input, null, 2)];
  return [
    { label: 'curl', code: toCurl(address, body) },
    { label: 'TypeScript', code: toTypeScript(address, body) },
  ];
}

function toCall({ recipeId, input }: Pick<JobView, 'recipeId' | 'input'>): { path: string; body: object } {
  if (recipeId !== 'export') {
    return { path: `v1/run/${recipeId}`, body: input };
  }
  const { canvasId, body } = toExportCall(input);
  return { path: `v1/canvases/${canvasId}/export`, body };
}

function toCurl(address: string, body: string): string {
  return [
    `curl --max-time 600 '${address}' \\`,
    '  --header "Authorization: Bearer $OFFCUT_API_KEY" \\',
    "  --header 'Content-Type: application/json' \\",
    // Within single quotes a shell escapes nothing, so that a quote ends them and is added by itself.
    `  --data '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}

function toTypeScript(address: string, body: string): string {
  return `const response = await fetch('${address}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.OFFCUT_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),
});
const { success, data, errorCode, message } = await response.json();
if (!success) {
  throw new Error(\`\${errorCode}: \${message}\`);
}
console.log(data);`;
}
