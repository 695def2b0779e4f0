import { InvalidArgumentError, Option } from 'commander';

/** Parses a port number; 0 stands for any free port. */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError(`"${text}" is not a valid port. Give a number from 0 to 65535.`);
  }
  return port;
}

/** Parses a positive number of seconds. */
export function readSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds <= 0) {
    throw new InvalidArgumentError(`"${text}" is not a positive number of seconds.`);
  }
  return seconds;
}

/** Parses a seed, a whole number from 0. */
export function readSeed(text: string): number {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seed)) {
    throw new InvalidArgumentError(`"${text}" is not a whole number from 0.`);
  }
  return seed;
}

/** Collects the values of an option that can be repeated. */
const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** The options of commands that start a headless browser, with the same meaning everywhere. */
export const browserOptions = (): Option[] => [
  new Option('--profile <dir>', "keep the browser's data in this folder").default(
    undefined,
    'a new profile, removed at the end',
  ),
  new Option('--gpu', 'let the browser use the GPU').default(false, 'off'),
  new Option('--no-install', 'do not install a browser if none is found (also: OFFCUT_NO_INSTALL=1)'),
  new Option('--models <dir>', 'also use the model weights in this folder (can be repeated)')
    .argParser(collect)
    .default([], 'none'),
];

/** The values of `browserOptions`. */
export type BrowserValues = {
  readonly profile?: string;
  readonly gpu: boolean;
  readonly install: boolean;
  readonly models: readonly string[];
};
