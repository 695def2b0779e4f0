import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { isPackage, projectDir } from './build.ts';
import { exitCodesHelp } from './exit-codes.ts';
import { readPort, readSeed } from './options.ts';
import { onStop } from './stop.ts';

type EmulateValues = { readonly port: number; readonly seed?: number; readonly json: boolean };

/** Defines `emulate`, which serves the emulator until a signal stops it. */
export function defineEmulate(command: Command): void {
  command
    .addOption(
      new Option('--port <n>', 'the port; 0 for any free port').argParser(readPort).default(readPort('8787'), '8787'),
    )
    .addOption(
      new Option('--seed <n>', 'make ids and keys reproducible: the same calls give the same ids').argParser(readSeed),
    )
    .option('--json', 'print one line when the emulator is ready: {"baseUrl":"...","apiKey":"..."}', false)
    .addHelpText(
      'after',
      `\nThe real API with an emulated engine: media is not decoded, and results are tiny files of the right format. The state is in\nmemory and ends with the command. Everything below /sandbox/v1 is open.${exitCodesHelp}`,
    )
    .action(emulate);
}

async function emulate({ port, seed, json }: EmulateValues): Promise<void> {
  const { startEmulator } = await loadEmulator();
  const { baseUrl, apiKey, close } = await startEmulator({ port, ...(seed !== undefined && { seed }) });
  process.stdout.write(
    json
      ? `${JSON.stringify({ baseUrl, apiKey })}\n`
      : `The emulator is running at ${baseUrl}\nAPI key: ${apiKey}\nPress Ctrl+C to stop.\n`,
  );
  await new Promise<void>((resolve) => {
    onStop(resolve);
  });
  await close();
}

/** Loads the emulator. In a clone Vite must transform it, because the list of recipes is a glob import. */
async function loadEmulator(): Promise<typeof import('#emulator/testing.ts')> {
  if (isPackage) {
    return import('#emulator/testing.ts');
  }
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport<typeof import('#emulator/testing.ts')>(
    join(projectDir, 'src/emulator/testing.ts'),
  );
  return module;
}
