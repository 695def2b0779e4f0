import { isPackage } from './build.ts';

/** The commands that package.json has as scripts. */
const scripts = ['start', 'dev', 'demo', 'mcp', 'models', 'test', 'test:all'];

/** Returns how a user calls a command: `npx offcut run`, and in a clone `npm start --` or `npm run offcut -- run`. */
export function getInvocation(name: string): string {
  if (isPackage) {
    return `npx offcut ${name}`.trim();
  }
  if (!scripts.includes(name)) {
    return `npm run offcut -- ${name}`.trim();
  }
  return name === 'start' || name === 'test' ? `npm ${name} --` : `npm run ${name} --`;
}
