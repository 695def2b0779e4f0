#!/usr/bin/env node
// The command `offcut` of the npm package.
import { checkNode } from './check-node.mjs';

checkNode();
const { runCommand } = await import('./cli/cli.ts');
const [name = '', ...args] = process.argv.slice(2);
process.exit(await runCommand(name, args));
