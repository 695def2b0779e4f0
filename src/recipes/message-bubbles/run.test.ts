import { expect, test } from 'vitest';
import type { Checkpoint } from '#core/records.ts';
import { createContext, Work } from '#engine/context.ts';
import type { Runners } from '#core/runners.ts';
import { createMemoryStore } from '#store/memory.ts';
import { testJob } from '../../../test/support/rows.ts';
import { messageBubbles } from './recipe.ts';
import { runMessageBubbles } from './run.ts';

/** Attempts at one job over a store in memory, with pictures of three bytes. The worker dies at the first one where asked to. */
function createAttempts() {
  const store = createMemoryStore();
  const clock = { now: () => 1000 };
  const job = testJob({ recipeId: 'message-bubbles' });
  const attempts: { checkpoint: Checkpoint | undefined } = { checkpoint: undefined };
  return (isLost: boolean) => {
    const work = new Work({
      store,
      clock,
      job,
      checkpoint: attempts.checkpoint,
      keep: async (checkpoint) => {
        attempts.checkpoint = checkpoint;
      },
      finished: new Promise<void>(() => undefined),
    });
    const render = async ({ outputFile }: { readonly outputFile: string }): Promise<void> => {
      if (isLost) {
        throw new Error('the worker died');
      }
      const sink = await store.bytes.create(outputFile);
      await sink.write(Uint8Array.of(1, 2, 3));
      await sink.close();
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a chat that stands alone asks for pictures and nothing else
    const runners = { media: { render } } as unknown as Runners;
    return createContext({ store, job, materials: [], models: [], runners, clock, work, report: () => undefined });
  };
}

test('a lost attempt at another proposal changes nothing of it: times that nobody gave are computed anew', async () => {
  const attempt = createAttempts();
  const input = messageBubbles.input.parse({
    messages: [
      { from: 'them', text: 'Hello' },
      { from: 'me', text: 'Hi' },
    ],
  });
  const { proposal } = await runMessageBubbles.propose(attempt(false), input, null);
  const [first, ...others] = proposal.messages;
  if (!first) {
    throw new Error('There are two messages');
  }
  const text = 'a greeting that takes rather longer to be read than the one before it did';
  const edited = { ...proposal, messages: [{ ...first, text }, ...others] };
  await expect(runMessageBubbles.propose(attempt(true), input, edited)).rejects.toThrow('the worker died');
  const again = await runMessageBubbles.propose(attempt(false), input, edited);
  expect(again.proposal.messages[1]?.atSeconds).toBeGreaterThan(4);
  expect(again.warnings).toEqual([]);
});
