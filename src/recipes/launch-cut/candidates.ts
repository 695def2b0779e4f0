import type { Footage, FootageSample, Region } from '#core/analysis/footage.ts';

/** A material of the recipe with its analysis. */
export type Take = { readonly material: string; readonly footage: Footage };

/** A span of a take that may be shown; for an image, the whole image. Seconds of the take. */
export type Candidate = {
  readonly take: number;
  /** The index of the take's shot. */
  readonly shot: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly qualities: Qualities;
};

/** The qualities of a span, each 0 to 1. `isSound` is false for black, overexposed or blurred spans. */
type Qualities = {
  readonly isSound: boolean;
  readonly sharpness: number;
  readonly light: number;
  readonly motion: number;
  readonly calm: number;
  /** The size of faces, or the clarity of a single subject. */
  readonly subject: number;
  readonly hasFace: boolean;
};

/** The seconds between the starts of spans, and between a span and the scene cuts of its take. */
const strideSeconds = 0.3;
/** The maximum number of spans of a take, about; in a long take the starts of spans are further apart. */
const maxSpans = 2000;
const edgeSeconds = 0.08;
/** The minimum speed of a shot that is slowed down to fill its slot. */
export const minSpeed = 0.5;
/** The thresholds for black and overexposed samples, by `FootageSample`. */
const sound = { darkShare: 0.8, light: 0.07, burntShare: 0.45 } as const;
/** The minimum sharpness of a sample that is not blurred, as a share of that of the better samples of its take. */
const minSharpness = 0.3;
/** The motion from which on a sample is lively, and from which on it is too fast to see well. */
const lively = 0.012;
const hectic = 0.06;

/** Lists the spans of `seconds` of all takes; shorter ones, to be slowed down, if a shot is too short. */
export function listCandidates(takes: readonly Take[], seconds: number): Candidate[] {
  return takes.flatMap(({ footage }, take) => {
    const sharpest = getSharpness(footage.samples);
    const share = footage.inside ? getArea(footage.inside) : 1;
    const toCandidate = (shot: number, startSeconds: number, endSeconds: number): Candidate[] => {
      const seen = samplesIn(footage, startSeconds, endSeconds);
      return seen.length === 0
        ? []
        : [{ take, shot, startSeconds, endSeconds, qualities: judge(seen, sharpest, share) }];
    };
    if (footage.kind === 'picture') {
      return toCandidate(0, 0, seconds);
    }
    const stride = Math.max(strideSeconds, footage.durationSeconds / maxSpans);
    return footage.shots.flatMap((shot, index) => {
      const [from, to] = [shot.startSeconds + edgeSeconds, shot.endSeconds - edgeSeconds];
      if (to - from < seconds) {
        return to - from >= minSpeed * seconds ? toCandidate(index, from, to) : [];
      }
      const count = 1 + Math.floor((to - from - seconds) / stride);
      const starts = Array.from({ length: count }, (_, at) => from + at * stride);
      return starts.flatMap((start) => toCandidate(index, round(start), round(start + seconds)));
    });
  });
}

/** Returns the samples of a span, or the nearest one if the span has none; for an image its only sample. */
export function samplesIn({ kind, samples }: Footage, startSeconds: number, endSeconds: number): FootageSample[] {
  const within = samples.filter(({ atSeconds }) => atSeconds >= startSeconds && atSeconds < endSeconds);
  if (kind === 'picture' || within.length > 0) {
    return kind === 'picture' ? samples.slice(0, 1) : within;
  }
  const before = samples.findLast(({ atSeconds }) => atSeconds <= startSeconds);
  return before ? [before] : [];
}

/** Returns the 90th percentile of the sharpness. */
function getSharpness(samples: readonly FootageSample[]): number {
  const sorted = samples.map(({ sharpness }) => sharpness).toSorted((one, other) => one - other);
  return sorted[Math.floor(0.9 * sorted.length)] ?? sorted.at(-1) ?? 0;
}

/** Returns the usable seconds of takes; an image counts as `pictureSeconds`. */
export function usableSeconds(takes: readonly Take[], pictureSeconds: number): number {
  return takes.reduce((sum, { footage }) => {
    const sharpest = getSharpness(footage.samples);
    const sound = footage.samples.filter((sample) => isSound(sample, sharpest)).length;
    const share = sound / Math.max(1, footage.samples.length);
    return sum + (footage.kind === 'picture' ? share * pictureSeconds : share * footage.durationSeconds);
  }, 0);
}

const isSound = (sample: FootageSample, sharpest: number): boolean =>
  sample.darkShare < sound.darkShare &&
  sample.light > sound.light &&
  sample.burntShare < sound.burntShare &&
  sample.sharpness >= minSharpness * sharpest;

/** Rates a span. Regions are shares of the whole frame; the visible part is `share`, without black borders. */
function judge(seen: readonly FootageSample[], sharpest: number, share: number): Qualities {
  const mean = (of: (sample: FootageSample) => number): number =>
    seen.reduce((sum, sample) => sum + of(sample), 0) / seen.length;
  const motion = mean((sample) => sample.motion);
  const face = mean(({ faces }) => Math.max(0, ...(faces ?? []).map(getArea)) / share);
  const attention = mean((sample) => getArea(sample.attention) / share);
  return {
    isSound: seen.every((sample) => isSound(sample, sharpest)),
    sharpness: clamp(mean((sample) => sample.sharpness) / Math.max(1e-6, sharpest)),
    light:
      clamp(1 - Math.abs(mean((sample) => sample.light) - 0.46) / 0.46) *
      clamp(mean(({ contrast }) => contrast) / 0.16),
    motion: clamp(motion / lively) * clamp(1 - (motion - hectic) / hectic),
    calm: clamp(1 - motion / lively),
    subject: face > 0 ? clamp(0.5 + 8 * face) : clamp(1 - attention / 0.5) * 0.6,
    hasFace: face > 0.003,
  };
}

const getArea = ({ width, height }: Region): number => width * height;
const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
