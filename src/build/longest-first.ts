import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files in a browser that take a minute or more. The first one mostly waits, so another one has the processor meanwhile. */
const longest = [
  'durability',
  'accessibility',
  'cut-out',
  'any-video',
  'contract',
  'new-version',
  'review-live',
  'workspace',
  'models',
  'editor-session',
  'editor-timeline',
  'lengths',
  'mcp',
  'offline',
  'text-behind',
  'review',
].map((name) => `test/browser/${name}.test.ts`);

/** Begins with the files that take longest, so that none of them is left to run alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((path) => moduleId.endsWith(path));
  return rank < 0 ? longest.length : rank;
}
