// An agent that edits a video with the tools of the MCP server. The calls are those that a language model makes.
// Run: OFFCUT_API_KEY=vk_... node examples/agent/mcp.ts talk.mp4
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The user for whom the agent works. */
export type User = {
  /** Shows a line of text. */
  readonly say: (line: string) => void;
  /** Resolves when the user has added credits. Rejects to give up. */
  readonly addCredits: (reason: string) => Promise<void>;
};

export type Connection = {
  /** The root of the API, with a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The default is the global `fetch`. */
  readonly fetch?: typeof fetch;
};

type Job = {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'awaiting_review' | 'completed' | 'failed' | 'canceled';
  readonly updatedAt: string;
  readonly proposal?: { readonly cuts: readonly Cut[] };
  readonly finalUrl?: string;
  readonly canvasId?: string;
  readonly error?: { readonly errorCode: string; readonly message: string };
};
type Cut = { readonly isAccepted: boolean };
type Estimate = { readonly credits: number; readonly blockers: readonly Problem[] };
type Problem = { readonly code: string; readonly message: string; readonly retryable?: boolean };

/** An error of a tool, an upload or a job. */
class ToolError extends Error {
  readonly code: string;
  readonly retryable: boolean;

  constructor({ code, message, retryable = false }: Problem) {
    super(message);
    this.code = code;
    this.retryable = retryable;
  }
}

/** Removes the pauses of a video, puts a title behind the speaker, and returns the exported file. */
export async function editVideo(connection: Connection, video: File, title: string, user: User): Promise<Blob> {
  const { baseUrl, apiKey, fetch: send = fetch } = connection;
  const client = new Client({ name: 'example-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { Authorization: `Bearer ${apiKey}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('api/mcp', baseUrl), { requestInit: { headers }, fetch: send }),
  );
  try {
    const agent = new Agent(client, connection, user);
    const url = await agent.edit(video, title);
    return await (await send(url)).blob();
  } finally {
    await client.close();
  }
}

class Agent {
  readonly #client: Client;
  readonly #connection: Connection;
  readonly #user: User;

  constructor(client: Client, connection: Connection, user: User) {
    this.#client = client;
    this.#connection = connection;
    this.#user = user;
  }

  /** Edits a video and returns the URL of the exported file. */
  async edit(video: File, title: string): Promise<string> {
    const material = await this.#persist(() => this.#upload(video));
    const tight = await this.#persist(() => this.#run('tighten', { material }));
    const input = { material: tight.finalUrl, text: title, autoApprove: true };
    const { canvasId } = await this.#persist(() => this.#run('text-behind', input));
    const exported = await this.#persist(async () => {
      const { revision } = await this.#call<{ revision: number }>('get_canvas', { canvasId });
      await this.#call('edit_canvas', { canvasId, revision, edits: [{ type: 'set-canvas', title }] });
      return this.#finish(await this.#call<Job>('export_canvas', { canvasId, format: 'mp4' }));
    });
    return exported.finalUrl ?? '';
  }

  /** Calls a tool. Throws its error. */
  async #call<T>(name: string, given: Readonly<Record<string, unknown>>): Promise<T> {
    const { content, structuredContent, isError } = await this.#client
      .callTool({ name, arguments: given })
      .catch(toLost);
    if (isError) {
      const [first] = content;
      throw toToolError(first?.type === 'text' ? first.text : '');
    }
    return structuredContent as T;
  }

  /** Uploads a file and returns the handle of its material. The ticket is the credential of the upload. */
  async #upload(video: File): Promise<string> {
    const { ticket } = await this.#call<{ ticket: string }>('create_upload', { purpose: 'a talk' });
    const { baseUrl, fetch: send = fetch } = this.#connection;
    const form = new FormData();
    form.append('file', video);
    const answer = await (
      await send(new URL(`v1/uploads/${ticket}/file`, baseUrl), { method: 'POST', body: form })
    ).text();
    if (!(JSON.parse(answer) as { success: boolean }).success) {
      throw toToolError(answer);
    }
    return (await this.#call<{ material: string }>('get_upload', { ticket })).material;
  }

  /** Runs a recipe unless something blocks it, and returns its completed job. The same run is never charged twice. */
  async #run(recipeId: string, input: Readonly<Record<string, unknown>>): Promise<Job> {
    const { credits, blockers } = await this.#call<Estimate>('estimate', { recipeId });
    const [blocker] = blockers;
    if (blocker) {
      throw new ToolError(blocker);
    }
    this.#user.say(`${recipeId} costs ${credits} credits.`);
    return this.#finish(await this.#call<Job>('run_recipe', { recipeId, input }));
  }

  /** Waits until a job has completed, and decides about its proposal. Throws the error of the job. */
  async #finish(job: Job): Promise<Job> {
    const { id, status, error } = job;
    if (status === 'completed') {
      return job;
    }
    if (status === 'failed' || status === 'canceled') {
      const { errorCode = 'CANCELED', message = 'The job was canceled.' } = error ?? {};
      throw new ToolError({ code: errorCode, message, retryable: errorCode.startsWith('ENGINE_') });
    }
    if (status === 'awaiting_review') {
      return this.#finish(await this.#call<Job>('review_job', toDecision(job)));
    }
    this.#user.say(`The job ${id} is ${status}.`);
    return this.#finish(await this.#call<Job>('wait_for_job', { envelopeId: id, timeoutSeconds: 20 }));
  }

  /** Repeats a step until it succeeds, five times at most. Throws errors that a repetition cannot solve. */
  async #persist<T>(step: () => Promise<T>, attempts = 1): Promise<T> {
    try {
      return await step();
    } catch (thrown) {
      if (!(thrown instanceof ToolError) || attempts === 5) {
        throw thrown;
      }
      await this.#recover(thrown);
    }
    return this.#persist(step, attempts + 1);
  }

  /** Does what makes sense before a repetition. Throws the error if nothing does. */
  async #recover(error: ToolError): Promise<void> {
    const { say, addCredits } = this.#user;
    switch (error.code) {
      case 'INSUFFICIENT_CREDITS':
        return addCredits(error.message);
      case 'TICKET_EXPIRED':
      case 'TICKET_USED':
      case 'REVISION_CONFLICT':
        return say(`${error.message} Trying again.`);
      default:
        if (!error.retryable) {
          throw error;
        }
        say(`${error.message} Trying again in two seconds.`);
        await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}

/** Approves the proposed cuts, but keeps the pause at the end, so that the video does not end abruptly. */
const toDecision = ({ id, updatedAt, proposal }: Job) => ({
  envelopeId: id,
  decision: 'approve',
  // Refuses the decision if the proposal has changed since.
  updatedAt,
  proposal: {
    ...proposal,
    cuts: proposal?.cuts.map((cut, index, all) =>
      index > 0 && index === all.length - 1 ? { ...cut, isAccepted: false } : cut,
    ),
  },
});

/** Throws the error of a call without a result. A lost call may be repeated: a run that has started is joined. */
function toLost(thrown: unknown): never {
  if (thrown instanceof ProtocolError) {
    throw thrown;
  }
  throw new ToolError({ code: 'UNREACHABLE', message: 'Offcut did not respond.', retryable: true });
}

/** Reads the error that a tool or an upload returns as JSON. */
function toToolError(text: string): ToolError {
  const { errorCode, ...rest } = JSON.parse(text) as { errorCode: string; message: string; retryable: boolean };
  return new ToolError({ code: errorCode, ...rest });
}

async function main([path, title = 'HELLO']: readonly string[]): Promise<void> {
  const { OFFCUT_URL: baseUrl = 'http://127.0.0.1:8787/', OFFCUT_API_KEY: apiKey } = process.env;
  if (path === undefined || apiKey === undefined) {
    throw new Error('Usage: OFFCUT_API_KEY=vk_... node examples/agent/mcp.ts VIDEO [TITLE]');
  }
  const edited = await editVideo({ baseUrl, apiKey }, new File([await openAsBlob(path)], basename(path)), title, {
    say: (line) => console.log(line),
    addCredits: (reason) => Promise.reject(new Error(`${reason} Add credits in the workspace, then start again.`)),
  });
  await writeFile('edited.mp4', edited.stream());
  console.log('Wrote edited.mp4.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(process.argv.slice(2));
}
