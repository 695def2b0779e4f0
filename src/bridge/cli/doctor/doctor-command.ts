import { Option, type Command } from 'commander';
import { exitCodes, exitCodesHelp } from '../exit-codes.ts';
import { getInvocation } from '../invocation.ts';
import { readPort } from '../options.ts';
import { checkBrowsers } from './browser-checks.ts';
import type { Check } from './check.ts';
import { checkComputer } from './computer-checks.ts';

type DoctorValues = { readonly port: number; readonly json: boolean };

/** Defines `doctor`, which checks what Offcut needs and says what each missing thing costs. */
export function defineDoctor(command: Command): void {
  command
    .addOption(new Option('--port <n>', 'the port to check').argParser(readPort).default(readPort('8787'), '8787'))
    .option('--json', 'print one JSON object for each check, and one with the totals', false)
    .addHelpText(
      'after',
      `\nStarts a headless browser for some seconds, and installs nothing. Nothing runs without a thing marked "missing"; a "warning"\ncosts quality or speed.\n\nExample: ${getInvocation('doctor')} --json${exitCodesHelp} Exit code 3 means that something is missing.`,
    )
    .action(doctor);
}

async function doctor({ port, json }: DoctorValues): Promise<void> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const checks: Check[] = [];
  for (const pending of [checkComputer(port), checkBrowsers()]) {
    for (const check of await pending) {
      checks.push(check);
      print(json ? JSON.stringify({ type: 'check', ...check }) : toLines(check));
    }
  }
  const count = (status: Check['status']): number => checks.filter((check) => check.status === status).length;
  const totals = { ok: count('ok'), warning: count('warning'), missing: count('missing') };
  print(
    json
      ? JSON.stringify({ type: 'totals', ...totals })
      : `\n${totals.ok} ok, ${totals.warning} warnings, ${totals.missing} missing`,
  );
  process.exitCode = totals.missing === 0 ? exitCodes.done : exitCodes.refused;
}

function toLines({ name, status, found, cost, help }: Check): string {
  const lines = [`${status.padEnd(8)} ${name.padEnd(20)} ${found}`];
  const indent = ' '.repeat(30);
  return [
    ...lines,
    ...(cost === null ? [] : [`${indent}Cost: ${cost}.`]),
    ...(help === null ? [] : [`${indent}${help}`]),
  ].join('\n');
}
