import { buildNamed, isBuildName } from './builds.ts';

/** Creates one of the builds for tests: `make-build.ts <name> <folder>`. */
const [name = '', outDir = ''] = process.argv.slice(2);
if (!isBuildName(name) || outDir === '') {
  throw new Error('Give the name of a build and a folder');
}
await buildNamed(name, outDir);
