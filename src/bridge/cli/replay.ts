import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { Failure } from '#core/lib/failure.ts';
import { exitCodesHelp } from './exit-codes.ts';
import { getInvocation } from './invocation.ts';
import { readPort } from './options.ts';
import { readHar } from './recording/har.ts';
import { startReplayer } from './recording/replayer.ts';
import { onStop } from './stop.ts';

type ReplayValues = { readonly port: number; readonly json: boolean };

/** Defines `replay`, which serves a recording until a signal stops it. */
export function defineReplay(command: Command): void {
  command
    .argument('<file>', 'an HTTP Archive (HAR 1.2) of "record", of the lab, or of a browser')
    .addOption(
      new Option('--port <n>', 'the port; 0 for any free port').argParser(readPort).default(readPort('8787'), '8787'),
    )
    .option('--json', 'print one JSON object per line: ready, call', false)
    .addHelpText(
      'after',
      `\nCalls with the same method and path are answered in their recorded order, and the last answer is repeated. Headers and\nbodies of requests are ignored, so any API key works. An unknown call is answered with 404 NOT_FOUND.\n\nExample: ${getInvocation('replay')} calls.har --port 8790${exitCodesHelp}`,
    )
    .action(replay);
}

async function replay(path: string, { port, json }: ReplayValues): Promise<void> {
  const file = resolve(path);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Failure('NOT_FOUND', { message: `The file ${file} cannot be read.`, cause });
  });
  const calls = readHar(text);
  const print = (fact: object, line: string): void =>
    void process.stdout.write(`${json ? JSON.stringify(fact) : line}\n`);
  const server = await startReplayer({
    calls,
    port,
    onCall: (call) => print({ type: 'call', ...call }, `${call.method} ${call.path} ${call.status}`),
  });
  const { baseUrl } = server;
  print(
    { type: 'ready', baseUrl, calls: calls.length },
    `Replaying ${calls.length} calls at ${baseUrl}\nPress Ctrl+C to stop.`,
  );
  await new Promise<void>((stop) => {
    onStop(stop);
  });
  await server.close();
}
