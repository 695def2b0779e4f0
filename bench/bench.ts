import { UsageError } from './command.ts';
import { entries, type Entry } from './commands.ts';

const usage = `npm run bench -- [SUBCOMMAND] [options]

Measures speed, memory and quality. Without a subcommand, "speed" runs; --quick is its short form (five minutes).
"npm run bench -- SUBCOMMAND --help" lists the options of a subcommand. bench/README.md explains how to read the results.
`;

/** Lists subcommands, one in a line. */
function toList(listed: readonly Entry[]): string {
  const width = Math.max(...listed.map(({ name }) => name.length));
  return listed.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}

/** Finds the subcommand that the first words name. Options alone belong to `speed`. */
function findEntry(args: readonly string[]): { entry: Entry; rest: readonly string[] } | null {
  const [first = '', second = ''] = args;
  if (first === '' || first.startsWith('-')) {
    return findEntry(['speed', ...args]);
  }
  const byTwo = entries.find(({ name }) => name === `${first} ${second}`);
  const entry = byTwo ?? entries.find(({ name }) => name === first);
  return entry ? { entry, rest: args.slice(byTwo ? 2 : 1) } : null;
}

/** Returns the reason why the first words name no subcommand, and the subcommands that they may mean. */
function toProblem([first = '', second = '']: readonly string[]): string {
  const group = entries.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length === 0) {
    return `There is no subcommand "${first}".\n\n${toList(entries)}`;
  }
  const isNamed = second !== '' && !second.startsWith('-');
  return `${isNamed ? `There is no "${first} ${second}".` : `Choose a measurement of "${first}".`}\n\n${toList(group)}`;
}

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === '--help' || args[0] === 'help') {
    console.log(`${usage}\n${toList(entries)}`);
    return;
  }
  const found = findEntry(args);
  if (!found) {
    throw new UsageError(toProblem(args));
  }
  const { entry, rest } = found;
  const command = await entry.load();
  if (rest.includes('--help')) {
    console.log(command.help(entry.name));
  } else {
    await command.run(rest, entry.name);
  }
}

try {
  await main(process.argv.slice(2));
} catch (thrown) {
  console.error(thrown instanceof UsageError ? thrown.message : thrown);
  process.exitCode = 1;
}
// On Node 20 a file sent as a blob (`openAsBlob`) can leave a read that never ends.
process.exit();
