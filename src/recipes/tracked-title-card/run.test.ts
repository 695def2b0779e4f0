import { expect, test } from 'vitest';
import type { TrackOptions, TrackPoint } from '#core/analysis/track.ts';
import { knownModels } from '#core/model/manifest.ts';
import { toDeployed } from '#core/model/models.ts';
import type { Checkpoint } from '#core/model/records.ts';
import type { MediaRunner } from '#core/protocol/media-ports.ts';
import { createContext, Work } from '#engine/context.ts';
import { createMemoryStore } from '#store/memory.ts';
import { testJob, testMaterial } from '../../../test/support/rows.ts';
import { createWorkers, testVideo, toRenderResult } from '../../../test/support/run-context.ts';
import { trackedTitleCard } from './recipe.ts';
import { run } from './run.ts';

/**
 * Attempts of one job. Its target is lost in the last two seconds once the track is corrected; without a named target it is a
 * head.
 */
function createAttempts() {
  const store = createMemoryStore();
  const clock = { now: () => 1000 };
  const job = testJob({ recipeId: 'tracked-title-card' });
  const kept: { checkpoint: Checkpoint | undefined; tracked: number; isLost: boolean; seenFrames: number } = {
    checkpoint: undefined,
    tracked: 0,
    isLost: false,
    seenFrames: 90,
  };
  const track = async ({ anchors }: TrackOptions): Promise<TrackPoint[]> => {
    kept.tracked += 1;
    return Array.from({ length: 90 }, (_, index) => ({
      x: 200,
      y: 100,
      width: 80,
      height: 80,
      atSeconds: index / 30,
      ...((anchors.length > 1 && index > 30) || index >= kept.seenFrames
        ? { confidence: 0, state: 'lost' as const }
        : { confidence: 0.9, state: 'tracked' as const }),
    }));
  };
  const writeEmpty = async (file: string): Promise<void> => (await store.bytes.create(file)).close();
  const media: Partial<MediaRunner> = {
    probe: async () => testVideo,
    shots: async () => ({ shots: [{ startSeconds: 0, endSeconds: 3 }] }),
    breakTexts: async () => [[{ text: 'Mira', width: 3 }]],
    drawStills: async ({ pictures }) => {
      if (kept.isLost) {
        throw new Error('the worker died');
      }
      await Promise.all(pictures.map(({ outputFile }) => writeEmpty(outputFile)));
    },
    render: async (options) => {
      await writeEmpty(options.outputFile);
      return toRenderResult(options);
    },
    track,
    findTarget: async () => ({ atSeconds: 0, box: { x: 200, y: 100, width: 80, height: 80 }, by: 'head' }),
  };
  const attempt = (models: ReturnType<typeof toDeployed>[] = []) => {
    const keep = async (checkpoint: Checkpoint): Promise<void> => {
      kept.checkpoint = checkpoint;
    };
    const finished = new Promise<void>(() => undefined);
    const work = new Work({ store, clock, job, checkpoint: kept.checkpoint, keep, finished });
    const runners = createWorkers({ media, detection: { open: async () => undefined } });
    const materials = [testMaterial];
    return createContext({ store, job, materials, models, runners, clock, work, report: () => undefined });
  };
  return { attempt, kept };
}

const input = trackedTitleCard.input.parse({
  material: testMaterial.id,
  title: 'Mira',
  target: { atSeconds: 1, box: { x: 200, y: 100, width: 80, height: 80 } },
});

test('a target that is lost after a correction is refused in the final run, as it is in a proposal', async () => {
  const { attempt } = createAttempts();
  const { proposal } = await run.propose(attempt(), input, null);
  const corrections = [{ atSeconds: 0.5, box: { x: 10, y: 10, width: 40, height: 40 } }];
  const corrected = { ...proposal, path: [], corrections };
  await expect(run.make(attempt(), input, corrected)).rejects.toMatchObject({ code: 'TARGET_LOST' });
  await expect(run.propose(attempt(), input, corrected)).rejects.toMatchObject({ code: 'TARGET_LOST' });
});

test('an interrupted attempt at another proposal keeps the edits of the user', async () => {
  const { attempt, kept } = createAttempts();
  const { proposal } = await run.propose(attempt(), input, null);
  const placement = proposal.placement === 'above' ? 'below' : 'above';
  const edited = { ...proposal, placement } as const;
  kept.isLost = true;
  await expect(run.propose(attempt(), input, edited)).rejects.toThrow('the worker died');
  kept.isLost = false;
  expect((await run.propose(attempt(), input, edited)).proposal.placement).toBe(placement);
});

test('an approved proposal without an edit is not tracked again', async () => {
  const { attempt, kept } = createAttempts();
  const { proposal } = await run.propose(attempt(), input, null);
  const { document } = await run.make(attempt(), input, proposal);
  expect(document?.tracks.map(({ name }) => name)).toContain('Title');
  expect(kept.tracked).toBe(1);
});

test('a warning says that a head is tracked instead of a face, and whether a face model was used', async () => {
  const auto = { ...input, target: 'auto' } as const;
  const without = await run.propose(createAttempts().attempt(), auto, null);
  expect(without.warnings.join(' ')).toContain('No face model is installed');
  const faces = knownModels.filter(({ task }) => task === 'faces').map((entry) => toDeployed(entry));
  const looked = await run.propose(createAttempts().attempt(faces), auto, null);
  expect(looked.warnings.join(' ')).toContain('No face was found');
});

test('a card is shown while an automatic target is visible, if that is long enough to read it', async () => {
  const { attempt, kept } = createAttempts();
  kept.seenFrames = 40;
  const auto = { ...input, target: 'auto' } as const;
  const { proposal, warnings } = await run.propose(attempt(), auto, null);
  expect(proposal.window).toEqual({ startSeconds: 0, endSeconds: 1.333333 });
  expect(proposal.path.every(({ state }) => state === 'tracked')).toBe(true);
  expect(warnings.join(' ')).toContain('is visible from 0 to 1.33 s');
  // Another target of the same shot is not limited to the time of the first.
  kept.seenFrames = 90;
  const named = await run.propose(attempt(), input, proposal);
  expect(named.proposal.window).toEqual({ startSeconds: 0, endSeconds: 3 });
});

test('a lost target is refused if it or the window was given, or if the rest is too short to read', async () => {
  const lostAfter = (seenFrames: number) => {
    const { attempt, kept } = createAttempts();
    kept.seenFrames = seenFrames;
    return attempt();
  };
  const auto = { ...input, target: 'auto' } as const;
  const window = { startSeconds: 0, endSeconds: 3 };
  for (const [frames, asked] of [
    [40, input],
    [40, { ...auto, window }],
    [10, auto],
  ] as const) {
    await expect(run.propose(lostAfter(frames), asked, null)).rejects.toMatchObject({
      code: 'TARGET_LOST',
    });
  }
});
