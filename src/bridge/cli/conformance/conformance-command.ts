import { writeFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { Offcut } from '#client/offcut.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { exitCodes, exitCodesHelp } from '../exit-codes.ts';
import { toJUnit } from './junit.ts';
import { runContract, type TestEnd } from './run-contract.ts';

type ConformanceValues = {
  readonly key?: string;
  readonly json: boolean;
  readonly junit?: string;
  readonly filter?: string;
};

/** Defines `conformance`, which runs the contract suite against any implementation of the contract. */
export function defineConformance(command: Command): void {
  command
    .argument('<url>', 'the root of the API, such as http://127.0.0.1:8787')
    .addOption(
      new Option('--key <key>', 'an API key with all scopes; without it, the sandbox creates one').env(
        'OFFCUT_API_KEY',
      ),
    )
    .option('--filter <text>', 'run only the tests whose name contains this text')
    .option('--json', 'print one JSON object per test, and one with the totals', false)
    .option('--junit <file>', 'write the results as JUnit XML')
    .addHelpText(
      'after',
      `\nThe tests run jobs, change credits and limits of the sandbox, and delete what they create. Use a server for tests. Tests that\nneed /sandbox/v1 are skipped if programs may not call it.${exitCodesHelp} A failed test is exit code 3.`,
    )
    .action(runConformance);
}

async function runConformance(url: string, { key, json, junit, filter }: ConformanceValues): Promise<void> {
  const baseUrl = `${url.replace(/\/$/, '')}/`;
  const sandboxKey = await createKey(baseUrl);
  const apiKey = key ?? sandboxKey;
  if (apiKey === null) {
    throw new OffcutError({ code: 'UNAUTHORIZED', message: `Give a key with --key: ${url} has no open sandbox.` });
  }
  const target = { baseUrl, apiKey, hasSandbox: sandboxKey !== null };
  const ends = await runContract(target, filter, (end) => process.stdout.write(json ? toJson(end) : toLine(end)));
  if (junit !== undefined) {
    await writeFile(junit, toJUnit(ends));
  }
  const count = (state: TestEnd['state']): number => ends.filter((end) => end.state === state).length;
  const totals = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  process.stdout.write(
    json
      ? `${JSON.stringify({ type: 'totals', ...totals })}\n`
      : `\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`,
  );
  process.exitCode = totals.failed === 0 ? exitCodes.done : exitCodes.refused;
}

/** Creates a key by the sandbox; null if programs may not use the sandbox. Throws UNREACHABLE without a server. */
async function createKey(baseUrl: string): Promise<string | null> {
  try {
    return (await new Offcut({ baseUrl }).call('createKey', { body: { name: 'offcut conformance' } })).apiKey;
  } catch (error) {
    if (error instanceof OffcutError && error.code !== 'UNREACHABLE') {
      return null;
    }
    throw error;
  }
}

const toJson = (end: TestEnd): string => `${JSON.stringify({ type: 'test', ...end })}\n`;

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const;

const toLine = ({ state, group, name, seconds, message }: TestEnd): string =>
  `${marks[state]}  ${group.padEnd(10)} ${name} ${state === 'skipped' ? '' : `(${seconds.toFixed(2)} s)`}\n${message === null ? '' : `      ${message.replaceAll('\n', '\n      ')}\n`}`;
