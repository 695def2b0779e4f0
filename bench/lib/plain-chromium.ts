import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { findChromium } from '#bridge/browser/chromium.ts';

type Reply = { readonly id?: number; readonly result?: unknown; readonly error?: { readonly message: string } };

/** A headless Chromium without Playwright's flags and emulation, so that it throttles hidden tabs as a user's browser does. */
export class PlainChromium {
  readonly #socket: WebSocket;
  readonly #end: () => Promise<void>;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #lastId = 0;

  static async launch(profileDir: string, flags: readonly string[] = []): Promise<PlainChromium> {
    const basics = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0'];
    const args = [...basics, `--user-data-dir=${profileDir}`, ...flags, 'about:blank'];
    const child = spawn(await findChromium(), args, { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const socket = new WebSocket(await readAddress(profileDir));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    return new PlainChromium(socket, async () => {
      child.kill();
      await ended;
    });
  }

  private constructor(socket: WebSocket, end: () => Promise<void>) {
    this.#socket = socket;
    this.#end = end;
    socket.on('message', (data: Buffer) => {
      const reply = JSON.parse(data.toString()) as Reply;
      this.#waiting.get(reply.id ?? 0)?.(reply);
    });
  }

  /** Sends a command of the DevTools protocol, and returns its result. Throws the error of the browser. */
  async send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = ++this.#lastId;
    const reply = await new Promise<Reply>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    });
    this.#waiting.delete(id);
    if (reply.error) {
      throw new Error(`${method}: ${reply.error.message}`);
    }
    return reply.result as T;
  }

  /** Opens a tab in front of the others. */
  async openTab(url: string): Promise<PlainTab> {
    const { targetId } = await this.send<{ targetId: string }>('Target.createTarget', { url });
    const { sessionId } = await this.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
    return { targetId, sessionId };
  }

  /** Evaluates an expression in a tab, and returns its value after it has settled. */
  async evaluate<T>({ sessionId }: PlainTab, expression: string): Promise<T> {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { result } = await this.send<{ result: { value: T } }>('Runtime.evaluate', params, sessionId);
    return result.value;
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.#end();
  }
}

export type PlainTab = { readonly targetId: string; readonly sessionId: string };

/** Waits for the file in which Chromium writes the port and the path of its protocol. */
async function readAddress(profileDir: string): Promise<string> {
  for (;;) {
    const text = await readFile(join(profileDir, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port, path] = text.split('\n');
    if (port !== undefined && path !== undefined) {
      return `ws://127.0.0.1:${port}${path}`;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
