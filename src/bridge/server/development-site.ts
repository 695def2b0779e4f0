import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { Failure } from '#core/lib/failure.ts';
import {
  developmentHeaders,
  hotUpdatesPath,
  startDevelopment,
  type Development,
  type DevelopmentOptions,
} from '#build/development.ts';
import type { SiteFiles } from './server.ts';
import { answerPage, answerStatic, isPagePath } from './static-files.ts';

/** Serves the site from its sources with Vite's dev server. */
export class DevelopmentSite implements SiteFiles {
  readonly headers = developmentHeaders;
  /** A folder with the files that are not bundled, at the same paths as in a build. */
  readonly distDir: string;
  readonly #root: string;
  readonly #development: Development;

  static async open(options: DevelopmentOptions): Promise<DevelopmentSite> {
    const distDir = await mkdtemp(join(tmpdir(), 'offcut-dev-'));
    try {
      return new DevelopmentSite(options.root, distDir, await startDevelopment(options, distDir));
    } catch (error) {
      await rm(distDir, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(root: string, distDir: string, development: Development) {
    this.#root = root;
    this.distDir = distDir;
    this.#development = development;
  }

  async answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isPagePath(path)) {
      const html = await readFile(join(this.#root, 'index.html'), 'utf8');
      await answerPage(await this.#development.vite.transformIndexHtml('/', html), request, response);
      return;
    }
    for (const folder of [this.distDir, join(this.#root, 'public')]) {
      if (await isFile(join(folder, path))) {
        await answerStatic(folder, path, request, response);
        return;
      }
    }
    await this.#answerModule(path, request, response);
  }

  upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    return path === hotUpdatesPath && this.#development.sockets.emit('upgrade', request, socket, head);
  }

  async close(): Promise<void> {
    await this.#development.vite.close();
    await rm(this.distDir, { recursive: true, force: true });
  }

  /** Lets Vite respond. Throws NOT_FOUND for an unknown path, and FORBIDDEN for a request of another site to open an editor. */
  async #answerModule(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Vite opens files in an editor on a plain GET, which needs no Origin header.
    if (path.startsWith('/__open-in-editor') && request.headers['sec-fetch-site'] !== 'same-origin') {
      throw new Failure('FORBIDDEN', { message: 'Only pages of this server may open files in an editor.' });
    }
    await new Promise<void>((done, reject) => {
      response.once('close', done);
      this.#development.vite.middlewares(request, response, (error: unknown) =>
        reject(error ?? new Failure('NOT_FOUND', { message: 'No file was found at this path.' })),
      );
    });
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
