import { levelSeconds, levelsPerDb, toDb, toLevel, type SoundLevels } from '#core/analysis/sound-levels.ts';
import { getNoiseFloor } from './noise-floor.ts';
import { percentilesAround } from './sliding-percentile.ts';

/** A range of level indexes, without the end. */
type Range = { readonly from: number; readonly to: number };

export type SpeechOptions = {
  /** The threshold of speech; null to adapt it to the noise. */
  readonly thresholdDb: number | null;
  /** The minimum duration of speech. */
  readonly minSpeechSeconds: number;
};

/** The spans of speech, and the data by which they were found. */
export type Speech = {
  /** The ranges in order, without overlaps. */
  readonly ranges: readonly Range[];
  /** The smoothed levels that were compared. */
  readonly levels: Uint8Array;
  /** The thresholds of speech for each level, and the automatic ones without `thresholdDb`. */
  readonly thresholds: Float32Array;
  readonly usualThresholds: Float32Array;
  /** Medians over the clip. */
  readonly noiseFloorDb: number;
  readonly thresholdDb: number;
};

const countFrames = (seconds: number): number => Math.round(seconds / levelSeconds);

/** The window of the noise floor, before and after each level. */
const floorWindow = countFrames(20);
/** The minimum level of speech above the floor, and the percentile of such levels that is the level of speech. */
const minContrast = 12 * levelsPerDb;
const loudShare = 0.9;
const loudestShare = 0.95;
const speechReach = countFrames(15);
const minSpeech = countFrames(1);
/** The shares of the range from floor to speech at which speech starts and ends. */
const enterShare = 0.35;
const leaveShare = 0.15;
/** The threshold if no level is that far above the floor. */
const usualThreshold = toLevel(-45);
/**
 * The end of a word is kept, up to this duration, while the sum of the evidence grows. A level above the noise by these decibels,
 * or by these deviations, counts for the word, and one below counts against it, each for a few decibels at most.
 */
const maxFaint = countFrames(0.5);
const faintContrast = 1 * levelsPerDb;
const faintDeviations = 2.5;
/** The same if a model is confident of speech, with a smaller contrast. */
const sureContrast = 0.5 * levelsPerDb;
const sureDeviations = 2.25;
const maxEvidence = 3 * levelsPerDb;
/** The distance from a word within which noise may be a part of it, and the minimum amount of noise for a measurement. */
const noiseDistance = countFrames(0.3);
const minNoise = countFrames(0.5);
/** The deviations of the noise between words, such as music, within which speech does not end. */
const swingDeviations = 2;
/** The maximum pause before the burst of a "t", and the contrast of the burst, which lasts one or two levels. */
const maxClosure = countFrames(0.16);
const burstContrast = 2 * levelsPerDb;
const burstDeviations = 4.5;
/** The distance below the overall noise at which an "s" is inaudible. */
const maxMasking = 12 * levelsPerDb;
/** The probabilities of a model, of 255: speech, and possible speech. */
const surely = 0.5 * 255;
const perhaps = 0.2 * 255;
/** The tolerance for words that a model detects early or late. */
const voiceReach = countFrames(0.25);
/**
 * The minimum distance above the floor, in levels or in deviations of the noise, for speech that only a model detects. A model
 * continues for a while after the last word.
 */
const minVoiceContrast = 3 * levelsPerDb;
const voiceDeviations = 1.5;

/** Finds speech by its level above a moving floor, with hysteresis, and by a model if there is one. */
export function findSpeech({ wide, high, voice }: SoundLevels, options: SpeechOptions): Speech {
  const levels = smooth(wide);
  const floor = limitedFloor(levels);
  const usual = followingThresholds(levels, floor);
  const { enter, leave } =
    options.thresholdDb === null ? aboveSwings(usual, levels, floor) : constantThresholds(levels, options.thresholdDb);
  const byLevel = loudRanges(levels, enter, leave);
  const spoken = voice ? confirmed(byLevel, levels, floor, voice) : byLevel;
  const words = spoken.filter(({ from, to }) => to - from >= countFrames(options.minSpeechSeconds));
  const highFloor = getNoiseFloor(high, floorWindow);
  const audibleFloor = highFloor.map((level, index) => Math.max(level, (floor[index] ?? 0) - maxMasking));
  const bands = [evidenceIn(levels, floor, words, voice), evidenceIn(high, audibleFloor, words, voice)];
  const bursts = burstsIn(high, audibleFloor, words);
  const isBurst = (index: number): boolean => bursts[index] === 1 && (voice === null || (voice[index] ?? 0) > perhaps);
  return {
    ranges: join(withEnds(words, bands, levels.length).map((word) => withBursts(word, isBurst))),
    levels,
    thresholds: enter,
    usualThresholds: usual.enter,
    noiseFloorDb: toDb(median(floor)),
    thresholdDb: toDb(median(enter)),
  };
}

/** Returns the moving mean of three levels, which reduces the variation of noise. */
const smooth = (levels: Uint8Array): Uint8Array =>
  levels.map((level, index) => Math.round(((levels[index - 1] ?? level) + level + (levels[index + 1] ?? level)) / 3));

/** Returns the noise floor, limited by the loudness of the speech: speech without a pause is not noise. */
function limitedFloor(levels: Uint8Array): Uint8Array {
  const loudest = levels.toSorted()[Math.floor(loudestShare * levels.length)] ?? 0;
  const most = Math.max(0, loudest - minContrast);
  return getNoiseFloor(levels, floorWindow).map((level) => Math.min(level, most));
}

type Thresholds = { readonly enter: Float32Array; readonly leave: Float32Array };

function constantThresholds({ length }: Uint8Array, thresholdDb: number): Thresholds {
  const given = new Float32Array(length).fill(toLevel(thresholdDb));
  return { enter: given, leave: given };
}

/** Returns thresholds that adapt to the noise and the speech around each level. */
function followingThresholds(levels: Uint8Array, floor: Uint8Array): Thresholds {
  const isLoud = (index: number): boolean => (levels[index] ?? 0) >= (floor[index] ?? 0) + minContrast;
  const everywhere = { reach: levels.length, share: loudShare, least: 1 };
  const around = percentilesAround(levels, isLoud, { reach: speechReach, share: loudShare, least: minSpeech });
  const overall = percentilesAround(levels, isLoud, everywhere)(0);
  const at = (share: number): Float32Array =>
    Float32Array.from(levels, (_, index) => {
      const speech = around(index) ?? overall;
      const quiet = floor[index] ?? 0;
      return speech === null ? usualThreshold : quiet + share * (speech - quiet);
    });
  return { enter: at(enterShare), leave: at(leaveShare) };
}

/** Raises the end threshold of speech above the variation of the noise between words. */
function aboveSwings({ enter, leave }: Thresholds, levels: Uint8Array, floor: Uint8Array): Thresholds {
  const { mean, deviation } = noiseAbove(levels, floor, loudRanges(levels, enter, leave));
  const swing = mean + swingDeviations * deviation;
  const above = (level: number, index: number): number =>
    Math.min(enter[index] ?? 0, Math.max(level, (floor[index] ?? 0) + swing));
  return { enter, leave: leave.map(above) };
}

/** Returns the ranges that stay above `leave` and somewhere exceed `enter`. */
function loudRanges(levels: Uint8Array, enter: Float32Array, leave: Float32Array): Range[] {
  const ranges: Range[] = [];
  let from = -1;
  let isEntered = false;
  for (let index = 0; index <= levels.length; index += 1) {
    const level = levels[index] ?? -1;
    if (level >= (leave[index] ?? Number.POSITIVE_INFINITY)) {
      from = from < 0 ? index : from;
      isEntered ||= level >= (enter[index] ?? 0);
    } else {
      if (from >= 0 && isEntered) {
        ranges.push({ from, to: index });
      }
      from = -1;
      isEntered = false;
    }
  }
  return ranges;
}

/** Returns loud ranges with possible speech according to the model, and ranges of confident speech at any level. */
function confirmed(byLevel: readonly Range[], levels: Uint8Array, floor: Uint8Array, voice: Uint8Array): Range[] {
  const isHeard = new Uint8Array(levels.length);
  voice.forEach((probability, index) => {
    if (probability > perhaps) {
      isHeard.fill(1, Math.max(0, index - voiceReach), index + voiceReach + 1);
    }
  });
  const one = new Float32Array(levels.length).fill(1);
  const isTaken = isHeard.slice();
  byLevel.forEach(({ from, to }) => isTaken.fill(1, from, to));
  // Quiet speech is not noise either: otherwise it would be measured against itself.
  const { mean, deviation } = noiseAbove(levels, floor, loudRanges(isTaken, one, one));
  const contrast = Math.max(minVoiceContrast, mean + voiceDeviations * deviation);
  const isSpeech = levels.map((level, index) =>
    (voice[index] ?? 0) > surely && level >= (floor[index] ?? 0) + contrast ? 1 : 0,
  );
  for (const { from, to } of byLevel) {
    isSpeech.set(isHeard.subarray(from, to), from);
  }
  return loudRanges(isSpeech, one, one);
}

/** Returns the evidence of each level of a band against noise (CUSUM, Page 1954); negative values are for noise. */
function evidenceIn(
  levels: Uint8Array,
  floor: Uint8Array,
  words: readonly Range[],
  voice: Uint8Array | null,
): Float32Array {
  const { mean, deviation } = noiseAbove(levels, floor, words);
  const usual = mean + Math.max(faintContrast, faintDeviations * deviation);
  const sure = mean + Math.max(sureContrast, sureDeviations * deviation);
  return Float32Array.from(levels, (level, index) => {
    const reference = (voice?.[index] ?? 0) > surely ? sure : usual;
    return Math.max(-maxEvidence, Math.min(maxEvidence, level - (floor[index] ?? 0) - reference));
  });
}

/** Returns the mean and deviation of the noise between words above its floor, in levels. */
function noiseAbove(
  levels: Uint8Array,
  floor: Uint8Array,
  words: readonly Range[],
): { readonly mean: number; readonly deviation: number } {
  const ends = [...words.map(({ from }) => from - noiseDistance), levels.length];
  const starts = [0, ...words.map(({ to }) => to + noiseDistance)];
  let [count, sum, squares] = [0, 0, 0];
  for (const [gap, start] of starts.entries()) {
    for (let index = start; index < (ends[gap] ?? 0); index += 1) {
      const above = (levels[index] ?? 0) - (floor[index] ?? 0);
      count += 1;
      sum += above;
      squares += above * above;
    }
  }
  if (count < minNoise) {
    return { mean: 2 * levelsPerDb, deviation: 0 };
  }
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}

/** Extends words by their faint ends, to the maximum of the evidence of a band, and at most to the neighboring words. */
function withEnds(words: readonly Range[], bands: readonly Float32Array[], length: number): Range[] {
  const reach = (start: number, step: 1 | -1, most: number): number =>
    Math.max(...bands.map((evidence) => getReach(evidence, start, step, Math.min(maxFaint, most))));
  return words.map(({ from, to }, index) => ({
    from: from - reach(from - 1, -1, from - (words[index - 1]?.to ?? 0)),
    to: to + reach(to, 1, (words[index + 1]?.from ?? length) - to),
  }));
}

/** Returns the number of levels from `start` on, in the direction of `step`, at most `most`, that have the maximum sum. */
function getReach(evidence: Float32Array, start: number, step: 1 | -1, most: number): number {
  let [best, reach, total] = [0, 0, 0];
  for (let count = 1; count <= most; count += 1) {
    total += evidence[start + step * (count - 1)] ?? 0;
    if (total > best) {
      [best, reach] = [total, count];
    }
  }
  return reach;
}

/** Marks the levels that noise does not reach by chance. */
function burstsIn(levels: Uint8Array, floor: Uint8Array, words: readonly Range[]): Uint8Array {
  const { mean, deviation } = noiseAbove(levels, floor, words);
  const least = mean + Math.max(burstContrast, burstDeviations * deviation);
  return levels.map((level, index) => (level - (floor[index] ?? 0) >= least ? 1 : 0));
}

/** Extends a word by the "t" or "k" at its end, which follows after a short pause. */
function withBursts({ from, to }: Range, isBurst: (index: number) => boolean): Range {
  const closure = Array.from({ length: maxClosure }, (_, index) => to + index);
  return { from, to: Math.max(to, 1 + (closure.findLast(isBurst) ?? to - 1)) };
}

/** Joins ranges that overlap or touch. */
function join(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && range.from <= last.to) {
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else {
      joined.push(range);
    }
  }
  return joined;
}

const median = (values: Uint8Array | Float32Array): number => values.toSorted()[values.length >> 1] ?? 0;
