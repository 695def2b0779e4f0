import { signal } from '@preact/signals';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { checkDocument } from '#core/timeline/check.ts';
import { timelineDocument, type TimelineDocument } from '#core/timeline/document.ts';
import { applyEdit } from '#core/timeline/edit.ts';
import { mergeDocuments } from '#core/timeline/merge.ts';
import { randomDocumentOfAnyRate, randomEdits, toEdit } from '../../../../test/support/random-timeline.ts';
import { createHistory } from './history.ts';

/** A fixed seed, so that failures are reproducible. Another number creates other cases. */
const seed = 2026;

type Numbers = Parameters<typeof toEdit>[1];

/** Returns the document after the edit, or unchanged after a refusal. */
function tryEdit(document: TimelineDocument, numbers: Numbers): TimelineDocument {
  try {
    return applyEdit(document, toEdit(document, numbers));
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(Failure);
    return document;
  }
}

function open(first: TimelineDocument) {
  const document = signal(first);
  const history = createHistory(document, signal<readonly string[]>([]), () => undefined);
  return { document, history };
}

/** Expects that the document fulfills the rules and the schema of the server. */
function expectSound(document: TimelineDocument): void {
  expect(checkDocument(document)).toEqual([]);
  expect(timelineDocument.safeParse(document).error?.issues).toBeUndefined();
}

test('each undo restores exactly the previous state, and each redo the next one, after any edits at any frame rate', () => {
  fc.assert(
    fc.property(randomDocumentOfAnyRate, randomEdits, (first, edits) => {
      const { document, history } = open(first);
      const states = [first];
      for (const numbers of edits) {
        const after = tryEdit(document.value, numbers);
        if (after !== document.value) {
          history.note('Edit', after);
          states.push(after);
        }
        expectSound(document.value);
      }
      for (const state of states.slice(0, -1).toReversed()) {
        history.undo();
        expect(document.value).toEqual(state);
      }
      for (const state of states.slice(1)) {
        history.redo();
        expect(document.value).toEqual(state);
      }
    }),
    { numRuns: 80, seed },
  );
});

const randomWays = fc.array(fc.constantFrom('edit', 'edit', 'merge', 'undo', 'redo'), { minLength: 25, maxLength: 25 });

test('with remote changes in between, any undo and redo results in a valid canvas', () => {
  let merges = 0;
  fc.assert(
    fc.property(randomDocumentOfAnyRate, randomEdits, randomWays, (first, edits, ways) => {
      const { document, history } = open(first);
      let server = first;
      const does = {
        edit: (numbers: Numbers) => {
          const after = tryEdit(document.value, numbers);
          if (after !== document.value) {
            history.note('Edit', after);
          }
        },
        merge: (numbers: Numbers) => {
          const theirs = structuredClone(tryEdit(server, numbers));
          const merge = mergeDocuments(server, document.value, theirs);
          if (merge.isMerged) {
            merges += 1;
            history.rename(merge.renames);
            [document.value, server] = [merge.document, theirs];
          }
        },
        undo: () => history.undo(),
        redo: () => history.redo(),
      };
      for (const [index, numbers] of edits.entries()) {
        does[ways[index] ?? 'edit'](numbers);
        expectSound(document.value);
      }
      for (const _ of edits) {
        history.undo();
        expectSound(document.value);
      }
    }),
    { numRuns: 60, seed },
  );
  expect(merges).toBeGreaterThan(100);
});
