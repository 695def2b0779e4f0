import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectDir } from '#bridge/cli/build.ts';
import { withFolder } from '../lib/workplace.ts';
import type { Part } from './page-start.ts';

type Options = { readonly project: string | undefined; readonly rounds: number };

type Marks = { readonly ready: number; readonly answered: number };

/** Times `npm start -- --headless` on new profiles, and on one that an earlier start has used. */
export async function measureHeadless({ project = projectDir, rounds }: Options): Promise<Part[]> {
  return withFolder(async (profile) => {
    const kept = ['--profile', profile];
    await startOnce(project, kept);
    const [fresh, again]: [Marks[], Marks[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      fresh.push(await startOnce(project, []));
      again.push(await startOnce(project, kept));
    }
    return [...toParts('a new profile', fresh), ...toParts('a used profile', again)];
  });
}

const toParts = (profile: string, marks: readonly Marks[]): Part[] => [
  { name: `headless, ${profile}: command to its address and key`, times: marks.map(({ ready }) => ready) },
  { name: `headless, ${profile}: command to the first answer`, times: marks.map(({ answered }) => answered) },
];

/** Starts the command, calls the API once, and ends it. */
async function startOnce(project: string, flags: readonly string[]): Promise<Marks> {
  const startedAt = performance.now();
  const script = join(project, 'src/bridge/bootstrap.mjs');
  const command = spawn(process.execPath, [script, 'start', '--headless', '--json', '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => command.once('exit', resolve));
  try {
    const lines = createInterface({ input: command.stdout })[Symbol.asyncIterator]();
    const { value = '' } = await lines.next();
    const ready = performance.now() - startedAt;
    const { baseUrl, apiKey } = JSON.parse(String(value)) as { baseUrl: string; apiKey: string };
    const answer = await fetch(`${baseUrl}/v1/me`, { headers: { Authorization: `Bearer ${apiKey}` } });
    if (!answer.ok) {
      throw new Error(`GET /v1/me answered ${answer.status}`);
    }
    await answer.arrayBuffer();
    return { ready, answered: performance.now() - startedAt };
  } finally {
    command.kill('SIGTERM');
    await ended;
  }
}
