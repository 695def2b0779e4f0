import { parseArgs } from 'node:util';
import { LoudnessMeter } from '#workers/media/mix/loudness.ts';
import type { Mix } from '#workers/media/mix/mix.ts';
import type { SoundSource } from '#workers/media/mix/sound-source.ts';
import { openMix } from '#workers/media/mix/mix.ts';
import { makeTimeline, makeItem } from '../test/support/timeline.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Measures the speed of audio mixing, without decoding, in times real time: medians of alternate runs, in wall time and in CPU
 * time, which other programs do not increase.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/mix.ts [--json docs/benchmarks/preview.json]
 */
const { values } = parseArgs({ options: { json: { type: 'string' } } });
const seconds = 60;
const runs = 5;
const blockFrames = 1024;

/** Audio of common sample rates, as decoders return it, in blocks that already exist. */
const rates = [44_100, 48_000, 44_100, 44_100, 48_000, 44_100, 22_050, 44_100];
const sources = rates.map((sampleRate, index) => createSource(sampleRate, index === 6));

const eight = sources.map((_, index) =>
  makeItem('sound', `item-${index}`, {
    assetId: String(index),
    durationSeconds: seconds,
    sourceStartSeconds: 0.5,
    fadeInSeconds: 1,
    fadeOutSeconds: 2,
    volume: {
      keyframes: Array.from({ length: seconds }, (_, at) => ({ atSeconds: at, value: at % 2 === 0 ? 0.1 : 0.2 })),
    },
  }),
);

const canvases = {
  'eight audio items, seven of them at other sample rates': makeTimeline(eight.map((item) => ({ items: [item] }))),
  'one audio item at 48 kHz': makeTimeline([
    { items: [makeItem('sound', 'a', { assetId: '1', durationSeconds: seconds })] },
  ]),
};

type Times = { readonly clock: number; readonly processor: number };
const times = new Map<string, Times[]>();
for (let run = 0; run < runs; run += 1) {
  for (const [name, document] of Object.entries(canvases)) {
    const mix = await open(document);
    note(name, await time(() => drain(mix)));
    note(`${name}, with loudness`, await time(() => measure(mix)));
    await mix.close();
  }
}
const rows = [...times].map(([name, list]): [string, number, number] => [
  name,
  round(seconds / median(list.map(({ clock }) => clock)), 0),
  round(seconds / median(list.map(({ processor }) => processor)), 0),
]);
for (const [name, clock, processor] of rows) {
  console.log(`${name.padEnd(64)}${clock} times real time by wall time, ${processor} by CPU time`);
}
if (values.json !== undefined) {
  keepTable(values.json, {
    title: 'Mixing, without decoding',
    command: 'npx tsx --tsconfig test/tsconfig.json bench/mix.ts',
    measured: today(),
    notes: [`${seconds} s of audio, medians of ${runs} alternate runs, in times real time.`],
    columns: ['canvas', 'wall time', 'CPU time'],
    rows,
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function createSource(sampleRate: number, isMono: boolean): SoundSource {
  const channel = (hertz: number): Float32Array<ArrayBuffer> =>
    Float32Array.from({ length: blockFrames }, (_, i) => 0.1 * Math.sin((2 * Math.PI * hertz * i) / sampleRate));
  const left = channel(440);
  const right = isMono ? left : channel(330);
  return {
    sampleRate,
    statedSeconds: async () => null,
    read: async function* (fromFrame) {
      for (let at = fromFrame; at < (seconds + 1) * sampleRate; at += blockFrames) {
        yield { at, sound: { left, right } };
      }
    },
    close: async () => undefined,
  };
}

function open(document: (typeof canvases)['one audio item at 48 kHz']): Promise<Mix> {
  const assets = Object.fromEntries(sources.map((_, index) => [index, { file: String(index), mimeType: '' }]));
  const openSound = async ({ file }: { file: string }): Promise<SoundSource | null> => sources[Number(file)] ?? null;
  return openMix({ document, span: null, assets, openSound, warn: (sentence) => console.log(sentence) });
}

async function drain(mix: Mix): Promise<void> {
  let frames = 0;
  for await (const block of mix.blocks()) {
    frames += block.left.length;
  }
  if (frames !== mix.frameCount) {
    throw new Error(`${frames} frames in place of ${mix.frameCount}`);
  }
}

async function measure(mix: Mix): Promise<void> {
  const meter = new LoudnessMeter();
  for await (const block of mix.blocks()) {
    meter.add(block);
  }
  meter.read();
}

/** Times `work`, in seconds. */
async function time(work: () => Promise<void>): Promise<Times> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { clock: (performance.now() - start) / 1000, processor: (user + system) / 1e6 };
}

function note(name: string, elapsed: Times): void {
  times.set(name, [...(times.get(name) ?? []), elapsed]);
}
