import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';

type Body = AsyncIterable<Uint8Array> | string;
type Call = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: Body };

/** The local server of a checkout, as a process of its own, with its headless browser. */
export class RunningServer {
  readonly pid: number;
  readonly #baseUrl: string;
  readonly #authorization: string;
  readonly #child: ChildProcess;
  readonly #agent = new Agent({ keepAlive: true });

  /** Starts `npm start -- --headless` in the folder of a checkout, which must have a build. */
  static async start(dir: string): Promise<RunningServer> {
    const args = ['start', '--headless', '--json', '--sandbox', '--port', '0', '--no-install'];
    const child = spawn(process.execPath, ['src/bridge/bootstrap.mjs', ...args], {
      cwd: resolve(dir),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      return new RunningServer(child, JSON.parse(line) as { baseUrl: string; apiKey: string });
    }
    throw new Error(`The server of ${dir} did not start; run "npm start -- --headless" there to see why.`);
  }

  private constructor(child: ChildProcess, { baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
    this.pid = child.pid ?? 0;
    this.#child = child;
    this.#baseUrl = baseUrl;
    this.#authorization = `Bearer ${apiKey}`;
  }

  /** Sends a call and gives each chunk of the response to `onChunk`. Throws for a status above 299. */
  async stream(path: string, { method, headers, body }: Call, onChunk: (chunk: Buffer) => void): Promise<void> {
    const options = { method: method ?? 'GET', agent: this.#agent };
    const call = request(new URL(path, this.#baseUrl), {
      ...options,
      headers: { Authorization: this.#authorization, ...headers },
    });
    const answered = once(call, 'response') as Promise<[import('node:http').IncomingMessage]>;
    for await (const piece of typeof body === 'string' ? [body] : (body ?? [])) {
      if (!call.write(piece)) {
        await once(call, 'drain');
      }
    }
    call.end();
    const [response] = await answered;
    for await (const chunk of response) {
      onChunk(chunk as Buffer);
    }
    if (response.statusCode === undefined || response.statusCode > 299) {
      throw new Error(`${method} ${path} answered ${response.statusCode}`);
    }
  }

  /** Sends a call and returns the data of its envelope. */
  async call<T>(path: string, call: Call = {}): Promise<T> {
    const chunks: Buffer[] = [];
    await this.stream(path, call, (chunk) => chunks.push(chunk));
    return (JSON.parse(Buffer.concat(chunks).toString('utf8')) as { data: T }).data;
  }

  /** The memory of the server's process without the browser, in bytes. */
  get memoryBytes(): number {
    const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) * 1024;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }
}
