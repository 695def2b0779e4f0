import { expect, test } from 'vitest';
import type { TextPlacement } from '#core/analysis/text-placement.ts';
import type { Checkpoint } from '#core/model/records.ts';
import type { MediaRunner } from '#core/protocol/media-ports.ts';
import { createContext, Work } from '#engine/context.ts';
import { createMemoryStore } from '#store/memory.ts';
import { testJob, testMaterial } from '../../../test/support/rows.ts';
import { createWorkers, testVideo, toRenderResult } from '../../../test/support/run-context.ts';
import { textBehind } from './recipe.ts';
import { run } from './run.ts';

const range = { least: 0.1, mean: 0.2, most: 0.3 };
const placement: TextPlacement = {
  text: 'MIRA',
  x: 320,
  y: 120,
  sizePx: 150,
  letterSpacing: 0.1,
  width: 540,
  height: 162,
  fill: '#ffffff',
  coveredShare: range,
  coveredAt: { least: 0, mean: 1, most: 2 },
  doubtfulShare: 0.3,
  shownShare: 1,
  alternates: [],
};

/** Attempts of one job; a text is placed where it is given, or else at `placement`. */
function createAttempts() {
  const store = createMemoryStore();
  const clock = { now: () => 1000 };
  const kept: { checkpoint: Checkpoint | undefined; placed: number } = { checkpoint: undefined, placed: 0 };
  const writeEmpty = async (file: string | null): Promise<void> => {
    await (file !== null && (await store.bytes.create(file)).close());
  };
  const media: Partial<MediaRunner> = {
    probe: async () => testVideo,
    shots: async () => ({ shots: [{ startSeconds: 0, endSeconds: 3 }] }),
    prepareCutOut: async () => undefined,
    cutOut: async ({ outputFile, mattesFile }) => {
      await Promise.all([outputFile, mattesFile].map(writeEmpty));
      const { width, height, frameRate } = testVideo.video;
      const counted = { durationSeconds: 3, frameCount: 90, coverage: 0.2 };
      return { width, height, frameRate, ...counted, hasAudio: false, warnings: [] };
    },
    placeText: async ({ kept: { position, sizePx, fill }, item }) => {
      kept.placed += 1;
      const { text, letterSpacing } = item;
      return position
        ? { ...placement, ...position, text, letterSpacing, sizePx: sizePx ?? 1, fill: fill ?? '#000000' }
        : placement;
    },
    drawStills: async ({ pictures }) => {
      await Promise.all(pictures.map(({ outputFile }) => writeEmpty(outputFile)));
    },
    render: async (options) => {
      await writeEmpty(options.outputFile);
      return toRenderResult(options);
    },
  };
  const attempt = (isProposalEdited = false) => {
    const job = { ...testJob({ recipeId: 'text-behind' }), isProposalEdited };
    const keep = async (checkpoint: Checkpoint): Promise<void> => {
      kept.checkpoint = checkpoint;
    };
    const finished = new Promise<void>(() => undefined);
    const work = new Work({ store, clock, job, checkpoint: kept.checkpoint, keep, finished });
    const model = { width: 256, height: 144, isRecurrent: false, modelId: 'model', filesSha256: [] };
    const runners = createWorkers({ media, matting: { load: async () => [model] } });
    const materials = [testMaterial];
    return createContext({ store, job, materials, models: [], runners, clock, work, report: () => undefined });
  };
  return { attempt, kept };
}

const input = textBehind.input.parse({ material: testMaterial.id, text: 'MIRA', quality: 'fast' });
const findText = (made: Awaited<ReturnType<typeof run.make>>) =>
  made.document?.tracks.flatMap(({ items }) => items).find(({ type }) => type === 'text');
const { x, y, sizePx, letterSpacing, width, height } = placement;
const place = { x, y, sizePx, letterSpacing, width, height };

test('an approved proposal without an edit is not placed again', async () => {
  const { attempt, kept } = createAttempts();
  const { proposal, warnings } = await run.propose(attempt(), input, null);
  expect(warnings.join(' ')).toContain('30 % of it is half transparent');
  const made = await run.make(attempt(), input, proposal);
  expect(findText(made)).toMatchObject(place);
  expect(made.warnings).toEqual([]);
  expect(kept.placed).toBe(1);
});

test('the result looks like the approved previews, even of an earlier recipe version or without notes', async () => {
  const { attempt, kept } = createAttempts();
  const { proposal } = await run.propose(attempt(), input, null);
  const { version } = textBehind;
  Object.assign(textBehind, { version: version + 1 });
  const later = await run.make(attempt(), input, proposal);
  Object.assign(textBehind, { version });
  expect(kept.placed).toBe(1);
  kept.checkpoint = undefined;
  for (const made of [later, await run.make(attempt(), input, proposal)]) {
    expect(findText(made)).toMatchObject(place);
    expect(made.warnings).toEqual([]);
  }
});

test('a warning describes the effect of an edit', async () => {
  const { attempt, kept } = createAttempts();
  const { proposal } = await run.propose(attempt(), input, null);
  for (const checkpoint of [kept.checkpoint, undefined]) {
    kept.checkpoint = checkpoint;
    const made = await run.make(attempt(true), input, { ...proposal, x: 300 });
    expect(findText(made)).toMatchObject({ ...place, x: 300 });
    expect(made.warnings).toEqual([
      expect.stringMatching(/^After your edit/),
      expect.stringMatching(/half transparent/),
    ]);
  }
});
