import { describe, expect, it } from 'vitest';
import { toLevel, type SoundLevels } from '#core/analysis/sound-levels.ts';
import { without } from './cut-arithmetic.ts';
import { findCuts, type CutOptions } from './find-cuts.ts';
import { findSpeech } from './find-speech.ts';
import { Snap } from './snap.ts';

const options = {
  thresholdDb: null,
  minSpeechSeconds: 0.08,
  minSilenceSeconds: 0.5,
  paddingSeconds: 0.12,
  keepGapSeconds: 0.2,
  protect: [],
};

/** Creates audio levels: `db` over some seconds each, with a little noise; the high band is 20 dB below by default. */
function makeLevels(parts: readonly { seconds: number; db: number; highDb?: number; voice?: number }[]): SoundLevels {
  let state = 1;
  const jitter = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 2 * (state / 2 ** 31 - 1);
  };
  const frames = parts.flatMap(({ seconds, ...part }) => Array.from({ length: Math.round(100 * seconds) }, () => part));
  return {
    wide: Uint8Array.from(frames, ({ db }) => toLevel(db) + jitter()),
    high: Uint8Array.from(frames, ({ db, highDb = db - 20 }) => toLevel(highDb) + jitter()),
    voice: frames.some(({ voice }) => voice !== undefined)
      ? Uint8Array.from(frames, ({ voice = 0 }) => 255 * voice)
      : null,
  };
}

function cut(
  parts: Parameters<typeof makeLevels>[0],
  change: Partial<CutOptions & { thresholdDb: number | null; minSpeechSeconds: number }> = {},
  snap = new Snap(null, 100, sumSeconds(parts)),
) {
  const levels = makeLevels(parts);
  const all = { ...options, ...change };
  return findCuts(findSpeech(levels, all), levels.voice, { clipSeconds: sumSeconds(parts), snap, options: all });
}

const sumSeconds = (parts: readonly { seconds: number }[]): number =>
  parts.reduce((sum, { seconds }) => sum + seconds, 0);

const word = (seconds: number) => ({ seconds, db: -20 });
const pause = (seconds: number, db = -60) => ({ seconds, db });

describe('findCuts', () => {
  it('shortens pauses to their kept part, half at each end; at the ends of the clip only one side remains', () => {
    const cuts = cut([pause(1), word(1), pause(2), word(1), pause(1)]);
    const expected = [
      [0, 0.88],
      [2.12, 3.88],
      [5.12, 6],
    ];
    expect(cuts).toHaveLength(3);
    cuts.forEach(({ startSeconds, endSeconds, kind, confidence }, index) => {
      expect(Math.abs(startSeconds - (expected[index]?.[0] ?? 0))).toBeLessThan(0.03);
      expect(Math.abs(endSeconds - (expected[index]?.[1] ?? 0))).toBeLessThan(0.03);
      expect([kind, confidence]).toEqual(['silence', 1]);
    });
  });

  it('has full confidence in the silence after audio that ends before the video', () => {
    const { voice, ...levels } = makeLevels([pause(2), word(2)]);
    const clip = { clipSeconds: 8, snap: new Snap(null, 100, 8), options };
    const last = findCuts(findSpeech({ ...levels, voice }, options), voice, clip).at(-1);
    expect(last).toMatchObject({ endSeconds: 8, kind: 'silence', confidence: 1 });
  });

  it('leaves short pauses, and ignores short clicks', () => {
    expect(cut([word(1), pause(0.4), word(1)])).toEqual([]);
    const click = { seconds: 0.04, db: -20 };
    expect(cut([word(1), pause(0.4), click, pause(0.4), word(1)], { keepGapSeconds: 0 })).toHaveLength(1);
    expect(cut([word(1), pause(0.4), word(0.2), pause(0.4), word(1)])).toEqual([]);
  });

  it('adapts to a noise that starts', () => {
    const cuts = cut([word(1), pause(2), word(1), pause(2), word(20), pause(2, -38), word(1), pause(2, -38), word(20)]);
    expect(cuts).toHaveLength(4);
  });

  it('keeps an s at the end of a word, and a breath of the same kind before a word', () => {
    const hiss = { seconds: 0.15, db: -58, highDb: -62 };
    const [first] = cut([word(2), hiss, pause(2), hiss, word(2)], { paddingSeconds: 0, keepGapSeconds: 0 });
    expect(first?.startSeconds).toBeCloseTo(2.15, 1);
    expect(first?.endSeconds).toBeCloseTo(4.15, 1);
  });

  it('keeps the end of a word that adds little to the noise, for its duration, and none of the noise', () => {
    const tail = { seconds: 0.2, db: -57.5 };
    const edges = { paddingSeconds: 0, keepGapSeconds: 0 };
    const [first] = cut([word(2), tail, pause(3), tail, word(2)], edges);
    expect(first?.startSeconds).toBeCloseTo(2.2, 1);
    expect(first?.endSeconds).toBeCloseTo(5.2, 1);
    const [second] = cut([word(2), pause(3), word(2)], edges);
    expect(second?.startSeconds).toBeCloseTo(2, 1);
    expect(second?.endSeconds).toBeCloseTo(5, 1);
  });

  it('keeps a long faint end, and does not shorten the pause before the next word for it', () => {
    const edges = { paddingSeconds: 0, keepGapSeconds: 0, minSilenceSeconds: 0.3 };
    const [first] = cut([word(2), { seconds: 0.42, db: -57.5 }, pause(3), word(2)], edges);
    expect(first?.startSeconds).toBeGreaterThan(2.37);
    expect(first?.startSeconds).toBeLessThan(2.47);
    const [short] = cut([word(2), pause(0.4), word(2), pause(3), word(2)], edges);
    expect(short?.startSeconds).toBeLessThan(2.05);
    expect(short?.endSeconds).toBeGreaterThan(2.35);
  });

  it('keeps an end that is hardly louder than a varying noise, while a model is confident', () => {
    const swing = (times: number, [loud, quiet]: readonly [number, number], voice: number) =>
      Array.from({ length: 2 * times }, (_, index) => ({ seconds: 0.04, db: index % 2 === 0 ? loud : quiet, voice }));
    const spoken = { seconds: 2, db: -5, voice: 1 };
    const getStart = (voice: number): number =>
      cut([spoken, ...swing(4, [-53.5, -58.2], voice), ...swing(50, [-60, -57.3], 0), spoken], {
        paddingSeconds: 0,
        keepGapSeconds: 0,
      })[0]?.startSeconds ?? 0;
    expect(getStart(0.95)).toBeGreaterThan(2.2);
    expect(getStart(0.1)).toBeLessThan(2.1);
  });

  it('keeps a word that ends in a creak, which a model does not detect as speech', () => {
    const creak = { seconds: 0.6, db: -26, voice: 0 };
    const spoken = { ...word(2), voice: 1 };
    const [first] = cut([spoken, creak, { ...pause(2), voice: 0 }, spoken], { paddingSeconds: 0, keepGapSeconds: 0 });
    expect(first?.startSeconds).toBeCloseTo(2.6, 1);
  });

  it('keeps a t that is separate from its word, and no later tick of the noise', () => {
    const edges = { paddingSeconds: 0, keepGapSeconds: 0 };
    const burst = { seconds: 0.02, db: -57, highDb: -70 };
    const closure = pause(0.1);
    const [first] = cut([word(2), closure, burst, pause(3), word(2)], edges);
    expect(first?.startSeconds).toBeCloseTo(2.12, 1);
    expect(first?.startSeconds).toBeGreaterThan(2.09);
    const [later] = cut([word(2), pause(0.3), burst, pause(3), word(2)], edges);
    expect(later?.startSeconds).toBeLessThan(2.05);
  });

  it('ends a word above the variation of the noise between words, even if a model still detects it', () => {
    const beats = Array.from({ length: 12 }, (_, index) => ({ seconds: 0.15, db: index % 2 === 0 ? -38 : -46 }));
    const edges = { paddingSeconds: 0, keepGapSeconds: 0 };
    const talk = [word(2), ...beats, word(2), ...beats, word(2)];
    const heard = talk.map((part) => ({ ...part, voice: part.db === -20 ? 1 : 0.02 }));
    const held = heard.map((part, index) => (index === 1 ? { ...part, voice: 0.9 } : part));
    for (const parts of [talk, held]) {
      const found = cut(parts, edges);
      expect(found).toHaveLength(2);
      expect(found[0]?.startSeconds).toBeLessThan(2.05);
      expect(found[0]?.endSeconds).toBeGreaterThan(3.75);
    }
  });

  it('keeps a quiet guest whom a model detects next to a loud host', () => {
    const guest = { seconds: 3, db: -50, voice: 0.95 };
    const host = { ...word(2), voice: 1 };
    const silence = { ...pause(2), voice: 0 };
    const found = cut([host, silence, guest, silence, host, silence, guest, silence, guest, silence, host]);
    expect(found.map(({ startSeconds }) => Math.round(startSeconds))).toEqual([2, 7, 11, 16, 21]);
    const alone = cut([silence, guest, silence, guest, silence]);
    expect(alone.map(({ startSeconds }) => Math.round(startSeconds))).toEqual([0, 5, 10]);
  });

  it('does not take the tick of soft music in the high band for a consonant', () => {
    const tick = { seconds: 0.15, db: -38, highDb: -70 };
    const soft = { seconds: 0.3, db: -40, highDb: -100 };
    const music = [soft, tick, soft, tick, soft, tick, soft];
    const [first] = cut([word(2), tick, ...music, word(2)], { paddingSeconds: 0, keepGapSeconds: 0 });
    expect(first?.startSeconds).toBeCloseTo(2, 1);
    expect(first?.endSeconds).toBeCloseTo(3.8, 1);
  });

  it('keeps protected parts, and reports loud gaps as noise', () => {
    const parts = [word(2), pause(4), word(2)];
    const cuts = cut(parts, { protect: [{ startSeconds: 3, endSeconds: 4 }] });
    expect(cuts.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds].map(Math.round))).toEqual([
      [2, 3],
      [4, 6],
    ]);
    expect(cut([word(2), { seconds: 2, db: -30 }, word(2), pause(3)], { thresholdDb: -25 })[0]?.kind).toBe('noise');
  });

  it('confirms speech with a model: loud music is not speech, and quiet speech is', () => {
    const spoken = { ...word(2), voice: 0.9 };
    const music = { seconds: 2, db: -25, voice: 0.02 };
    const whisper = { seconds: 1, db: -54, voice: 0.8 };
    const cuts = cut([spoken, pause(2), whisper, pause(2), spoken, music, pause(1), spoken]);
    expect(
      cuts.map(({ startSeconds, endSeconds, kind }) => [Math.round(startSeconds), Math.round(endSeconds), kind]),
    ).toEqual([
      [2, 4, 'silence'],
      [5, 7, 'silence'],
      [9, 12, 'noise'],
    ]);
  });
});

describe('without', () => {
  it('removes protected ranges from a range', () => {
    const range = { startSeconds: 2, endSeconds: 8 };
    expect(without(range, [])).toEqual([range]);
    expect(without(range, [{ startSeconds: 0, endSeconds: 9 }])).toEqual([]);
    expect(
      without(range, [
        { startSeconds: 1, endSeconds: 3 },
        { startSeconds: 4, endSeconds: 5 },
      ]),
    ).toEqual([
      { startSeconds: 3, endSeconds: 4 },
      { startSeconds: 5, endSeconds: 8 },
    ]);
  });
});
