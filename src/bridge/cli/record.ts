import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { Entry } from 'har-format';
import { exitCodesHelp, UsageError } from './exit-codes.ts';
import { getInvocation } from './invocation.ts';
import { readPort } from './options.ts';
import { startRecorder } from './recording/recorder.ts';
import { onStop } from './stop.ts';

type RecordValues = {
  readonly url: string;
  readonly port: number;
  readonly out: string;
  readonly force: boolean;
  readonly json: boolean;
};

/** Defines `record`, which forwards and records calls until a signal stops it. */
export function defineRecord(command: Command): void {
  command
    .option('--url <url>', 'the server to which calls are forwarded', 'http://127.0.0.1:8787')
    .addOption(
      new Option('--port <n>', 'the port that programs call; 0 for any free port')
        .argParser(readPort)
        .default(readPort('8789'), '8789'),
    )
    .option('-o, --out <file>', 'the recording, an HTTP Archive (HAR 1.2)', 'offcut.har')
    .option('--force', 'overwrite the file', false)
    .option('--json', 'print one JSON object per line: ready, call, saved', false)
    .addHelpText(
      'after',
      `\nCall the printed address instead of the server. Ctrl+C ends the recording and writes the file. API keys are shortened, and\nuploaded files are left out. Responses are complete up to 32 MiB each, and may contain videos and links: share a recording\nonly as you would share these.\n\nExample: ${getInvocation('record')} --url http://127.0.0.1:8787 --out calls.har\nThen:    ${getInvocation('replay')} calls.har${exitCodesHelp}`,
    )
    .action(record);
}

async function record({ url, port, out, force, json }: RecordValues): Promise<void> {
  const file = resolve(out);
  if (!force && existsSync(file)) {
    throw new UsageError(`The file ${file} exists. Give another name with --out, or overwrite it with --force.`);
  }
  const target = toOrigin(url);
  const print = (fact: object, line: string): void =>
    void process.stdout.write(`${json ? JSON.stringify(fact) : line}\n`);
  const onCall = ({ request: { method, url: called }, response: { status }, time }: Entry): void => {
    const path = called.slice(target.length);
    print({ type: 'call', method, path, status, durationMs: time }, `${method} ${path} ${status} (${time} ms)`);
  };
  const recorder = await startRecorder({ target, port, onCall });
  const { baseUrl } = recorder;
  print(
    { type: 'ready', baseUrl, target },
    `Recording calls to ${baseUrl}, which go to ${target}\nPress Ctrl+C to stop.`,
  );
  await new Promise<void>((stop) => {
    onStop(stop);
  });
  await recorder.close();
  const har = recorder.toHar();
  await writeFile(file, `${JSON.stringify(har, null, 2)}\n`, { flag: force ? 'w' : 'wx' });
  const calls = har.log.entries.length;
  print({ type: 'saved', file, calls }, `${calls} calls saved to ${file}`);
}

function toOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== '/') {
    throw new UsageError(`"${url}" is not the root of a server, such as http://127.0.0.1:8787.`);
  }
  return parsed.origin;
}
