import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { Entry, Har } from 'har-format';
import { Offcut } from '#client/offcut.ts';
import { toVitestFile } from '#client/save-as-test/vitest-file.ts';
import { exitCodesHelp, UsageError } from './exit-codes.ts';
import { getInvocation } from './invocation.ts';
import { readPort } from './options.ts';
import { startRecorder } from './recording/recorder.ts';
import { onStop } from './stop.ts';

type RecordValues = {
  readonly url: string;
  readonly port: number;
  readonly out: string;
  readonly log: boolean;
  readonly test?: string;
  readonly force: boolean;
  readonly json: boolean;
};

/** Defines `record`, which forwards and records calls until a signal stops it, or saves the calls that a server has logged. */
export function defineRecord(command: Command): void {
  command
    .option('--url <url>', 'the server to which calls are forwarded', 'http://127.0.0.1:8787')
    .addOption(
      new Option('--port <n>', 'the port that programs call; 0 for any free port')
        .argParser(readPort)
        .default(readPort('8789'), '8789'),
    )
    .option('-o, --out <file>', 'the recording, an HTTP Archive (HAR 1.2)', 'offcut.har')
    .option('--log', 'save the calls in the log of the server, and end; the server needs an open sandbox', false)
    .option('--test <file>', 'also write a Vitest file that repeats the calls on the emulator')
    .option('--force', 'overwrite the files', false)
    .option('--json', 'print one JSON object per line: ready, call, saved', false)
    .addHelpText(
      'after',
      `\nCall the printed address instead of the server. Ctrl+C ends the recording and writes the file. API keys are shortened, and\nuploaded files are left out. Responses are complete up to 32 MiB each, and may contain videos and links: share a recording\nonly as you would share these.\n\nExample: ${getInvocation('record')} --url http://127.0.0.1:8787 --out calls.har\nThen:    ${getInvocation('replay')} calls.har${exitCodesHelp}`,
    )
    .action(record);
}

type Print = (fact: object, line: string) => void;

async function record({ url, port, out, log, test, force, json }: RecordValues): Promise<void> {
  const file = resolve(out);
  const testFile = test === undefined ? null : resolve(test);
  for (const path of [file, ...(testFile === null ? [] : [testFile])]) {
    if (!force && existsSync(path)) {
      throw new UsageError(`The file ${path} exists. Give another name, or overwrite it with --force.`);
    }
  }
  const target = toOrigin(url);
  const print: Print = (fact, line) => void process.stdout.write(`${json ? JSON.stringify(fact) : line}\n`);
  const har = log ? await readLog(target) : await recordCalls(target, port, print);
  await writeFile(file, `${JSON.stringify(har, null, 2)}\n`);
  const calls = har.log.entries.length;
  print({ type: 'saved', file, calls }, `${calls} calls saved to ${file}`);
  if (testFile !== null) {
    await writeTest(har, testFile, print);
  }
}

/** Reads the log of a server. Throws FORBIDDEN if programs may not use its sandbox. */
async function readLog(baseUrl: string): Promise<Har> {
  const response = await new Offcut({ baseUrl }).open('listRequests', { query: { format: 'har' } });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API describes the format
  return (await response.json()) as Har;
}

/** Forwards and records calls until a signal arrives. */
async function recordCalls(target: string, port: number, print: Print): Promise<Har> {
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
  return recorder.toHar();
}

/** Writes a test and the uploaded files that the recording contains. Names the files that the user must add. */
async function writeTest(har: Har, testFile: string, print: Print): Promise<void> {
  const { source, files, unknownIds } = toVitestFile(har);
  await writeFile(testFile, source);
  const missing: string[] = [];
  for (const { name, bytes } of files) {
    if (bytes) {
      await writeFile(join(dirname(testFile), basename(name)), bytes);
    } else {
      missing.push(name);
    }
  }
  const notes = [
    `The test is ${testFile}.`,
    ...(missing.length === 0 ? [] : [`Put these files next to it: ${missing.join(', ')}.`]),
    ...(unknownIds.length === 0 ? [] : [`These ids were created before the recording: ${unknownIds.join(', ')}.`]),
  ];
  print({ type: 'test', file: testFile, missing, unknownIds }, notes.join(' '));
}

function toOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== '/') {
    throw new UsageError(`"${url}" is not the root of a server, such as http://127.0.0.1:8787.`);
  }
  return parsed.origin;
}
