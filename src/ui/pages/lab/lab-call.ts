import { getRoute, type OperationName } from '#operations/routes.ts';
import { call } from '#ui/app/client.ts';

/** A call of the lab as the page sends it and shows it. */
export type LabCall = {
  readonly name: OperationName;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Sends a call of the lab. Throws OffcutError. */
export async function sendLabCall({ name, body }: LabCall): Promise<void> {
  // The bodies of the scenarios are checked against the schemas by a test.
  await call(name, { body });
}

/** A call as code for one way to use the API. */
type CallCode = { readonly label: 'curl' | 'TypeScript' | 'MCP'; readonly code: string };

/** Returns the call as code for a shell, for the typed client and for an agent. `baseHref` has a trailing slash. */
export function toLabCode({ name, body }: LabCall, baseHref: string): CallCode[] {
  const { method, path } = getRoute(name);
  const json = JSON.stringify(body, null, 2);
  const curl = [
    `curl -sS -X ${method} '${baseHref}${path.slice(1)}' \\`,
    "  --header 'Content-Type: application/json' \\",
    `  --data '${JSON.stringify(body)}'`,
  ];
  const typescript = [
    "import { Offcut } from 'offcut/client';",
    '',
    `const offcut = new Offcut({ baseUrl: '${baseHref}' });`,
    `await offcut.call('${name}', { body: ${json} });`,
  ];
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: toToolName(name), arguments: body } };
  return [
    { label: 'curl', code: curl.join('\n') },
    { label: 'TypeScript', code: typescript.join('\n') },
    { label: 'MCP', code: JSON.stringify(tool, null, 2) },
  ];
}

/** Returns the name of an operation's tool: `setClock` is `lab_set_clock`. */
export const toToolName = (name: OperationName): string =>
  `lab_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
