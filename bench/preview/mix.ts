import { LoudnessMeter } from '#workers/media/mix/loudness.ts';
import { openMix, type Mix } from '#workers/media/mix/mix.ts';
import type { SoundSource } from '#workers/media/mix/sound-source.ts';
import { makeItem, makeTimeline } from '#test/support/timeline.ts';
import { defineCommand, json } from '../command.ts';
import { median, round } from '../lib/statistics.ts';
import { publish } from '../lib/table.ts';

const seconds = 60;
const runs = 5;
const blockFrames = 1024;

export const mix = defineCommand({
  about: `Measures the speed of audio mixing, without decoding, in times real time: medians of alternate runs, in wall time and in CPU
time, which other programs do not increase.`,
  options: { json: json('preview') },
  run: async (values, { command }) => {
    const times = new Map<string, Times[]>();
    const note = async (name: string, work: () => Promise<void>): Promise<void> => {
      times.set(name, [...(times.get(name) ?? []), await time(work)]);
    };
    for (let run = 0; run < runs; run += 1) {
      for (const [name, document] of Object.entries(canvases)) {
        const opened = await openCanvas(document);
        await note(name, () => drain(opened));
        await note(`${name}, with loudness`, () => measureLoudness(opened));
        await opened.close();
      }
    }
    const table = {
      title: 'Mixing, without decoding',
      command,
      notes: [`${seconds} s of audio, medians of ${runs} alternate runs, in times real time.`],
      columns: ['canvas', 'wall time', 'CPU time'],
      rows: [...times].map(([name, list]): [string, number, number] => [
        name,
        round(seconds / median(list.map(({ clock }) => clock)), 0),
        round(seconds / median(list.map(({ processor }) => processor)), 0),
      ]),
    };
    publish(table, values.json);
  },
});

/** Seconds of wall time and of CPU time. */
type Times = { readonly clock: number; readonly processor: number };

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

function openCanvas(document: (typeof canvases)['one audio item at 48 kHz']): Promise<Mix> {
  const assets = Object.fromEntries(sources.map((_, index) => [index, { file: String(index), mimeType: '' }]));
  const openSound = async ({ file }: { file: string }): Promise<SoundSource | null> => sources[Number(file)] ?? null;
  return openMix({ document, span: null, assets, openSound, warn: (sentence) => console.log(sentence) });
}

async function drain(opened: Mix): Promise<void> {
  let frames = 0;
  for await (const block of opened.blocks()) {
    frames += block.left.length;
  }
  if (frames !== opened.frameCount) {
    throw new Error(`${frames} frames instead of ${opened.frameCount}`);
  }
}

async function measureLoudness(opened: Mix): Promise<void> {
  const meter = new LoudnessMeter();
  for await (const block of opened.blocks()) {
    meter.add(block);
  }
  meter.read();
}

/** Times work. */
async function time(work: () => Promise<void>): Promise<Times> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { clock: (performance.now() - start) / 1000, processor: (user + system) / 1e6 };
}
