import { expect, test } from 'vitest';
import type { Checkpoint } from '#core/model/records.ts';
import { createContext, Work } from '#engine/context.ts';
import type { StillsRenderer } from '#core/protocol/media-ports.ts';
import { createMemoryStore } from '#store/memory.ts';
import { testJob } from '../../../test/support/rows.ts';
import { createWorkers } from '../../../test/support/run-context.ts';
import { messageBubbles } from './recipe.ts';
import { run } from './run.ts';

/** Attempts of one job with a store in memory and preview images of three bytes. On request the worker fails at the first image. */
function createAttempts() {
  const store = createMemoryStore();
  const clock = { now: () => 1000 };
  const job = testJob({ recipeId: 'message-bubbles' });
  const attempts: { checkpoint: Checkpoint | undefined } = { checkpoint: undefined };
  const forget = (): void => void (attempts.checkpoint = undefined);
  const attempt = (isLost: boolean) => {
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
    const drawStills: StillsRenderer['drawStills'] = async ({ pictures }) => {
      if (isLost) {
        throw new Error('the worker died');
      }
      for (const { outputFile } of pictures) {
        const sink = await store.bytes.create(outputFile);
        await sink.write(Uint8Array.of(1, 2, 3));
        await sink.close();
      }
    };
    // A chat without a clip only needs preview images.
    const runners = createWorkers({ media: { drawStills } });
    return createContext({ store, job, materials: [], models: [], runners, clock, work, report: () => undefined });
  };
  return { attempt, forget };
}

const chat = messageBubbles.input.parse({
  messages: [
    { from: 'them', text: 'Hello' },
    { from: 'me', text: 'Hi' },
  ],
});

test('a failed attempt at another proposal has no effect on it: times that were not given are recomputed', async () => {
  const { attempt } = createAttempts();
  const { proposal } = await run.propose(attempt(false), chat, null);
  const [first, ...others] = proposal.messages;
  if (!first) {
    throw new Error('There are two messages');
  }
  const text = 'a greeting that takes rather longer to be read than the one before it did';
  const edited = { ...proposal, messages: [{ ...first, text }, ...others] };
  await expect(run.propose(attempt(true), chat, edited)).rejects.toThrow('the worker died');
  const again = await run.propose(attempt(false), chat, edited);
  expect(again.proposal.messages[1]?.atSeconds).toBeGreaterThan(4);
  expect(again.warnings).toEqual([]);
});

test('another proposal keeps the duration that the user set for a chat without a clip', async () => {
  const { attempt } = createAttempts();
  const { proposal } = await run.propose(attempt(false), chat, null);
  const longer = await run.propose(attempt(false), chat, { ...proposal, durationSeconds: 20 });
  expect(longer.proposal.durationSeconds).toBe(20);
  const same = await run.propose(attempt(false), chat, proposal);
  expect(same.proposal.durationSeconds).toBe(proposal.durationSeconds);
});

test('edits survive a lost checkpoint, and are replaced by other requested messages', async () => {
  const { attempt, forget } = createAttempts();
  const { proposal } = await run.propose(attempt(false), chat, null);
  const edited = { ...proposal, messages: proposal.messages.map((message) => ({ ...message, text: 'Edited' })) };
  forget();
  const again = await run.propose(attempt(false), chat, edited);
  expect(again.proposal.messages.map(({ text }) => text)).toEqual(['Edited', 'Edited']);
  const other = { ...chat, messages: [{ from: 'me' as const, text: 'Other' }] };
  const asked = await run.propose(attempt(false), other, again.proposal);
  expect(asked.proposal.messages.map(({ text }) => text)).toEqual(['Other']);
});
