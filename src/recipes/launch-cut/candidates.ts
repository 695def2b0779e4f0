import type { Footage, FootageSample, Region } from '#core/analysis/footage.ts';

/** A material as the recipe names it, and what is known of it. */
export type Take = { readonly material: string; readonly footage: Footage };

/** A span of a take that could be shown for a while; of a picture the whole of it. Seconds of the take. */
export type Candidate = {
  readonly take: number;
  /** Of the take's shots. */
  readonly shot: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly qualities: Qualities;
};

/** What can be said of a span, 0 to 1 each; `isSound` is false for what is black, burnt out or blurred. */
type Qualities = {
  readonly isSound: boolean;
  readonly sharpness: number;
  readonly light: number;
  readonly motion: number;
  readonly calm: number;
  /** How large faces are, or how clearly there is one thing to look at. */
  readonly subject: number;
  readonly hasFace: boolean;
};

/** Spans begin so far apart, and keep so far from the cuts of their take. */
const strideSeconds = 0.3;
/** In a long take spans begin further apart, so that there are about so many. */
const mostSpans = 2000;
const edgeSeconds = 0.08;
/** A shot may be slowed down to fill its slot, no further than this. */
export const leastSpeed = 0.5;
/** Black, and burnt out, by `FootageSample`. */
const sound = { darkShare: 0.8, light: 0.07, burntShare: 0.45 } as const;
/** Below this share of the sharpness of the better samples of its take a sample is blurred. */
const leastSharpness = 0.3;
/** Motion is lively from the first, and too fast to be seen well from the second. */
const lively = 0.012;
const hectic = 0.06;

/** Every span of `seconds` that takes have; shorter ones, to be slowed down, where a shot has no longer. */
export function listCandidates(takes: readonly Take[], seconds: number): Candidate[] {
  return takes.flatMap(({ footage }, take) => {
    const sharpest = sharpnessOf(footage.samples);
    const share = footage.inside ? areaOf(footage.inside) : 1;
    const toCandidate = (shot: number, startSeconds: number, endSeconds: number): Candidate[] => {
      const seen = samplesIn(footage, startSeconds, endSeconds);
      return seen.length === 0
        ? []
        : [{ take, shot, startSeconds, endSeconds, qualities: judge(seen, sharpest, share) }];
    };
    if (footage.kind === 'picture') {
      return toCandidate(0, 0, seconds);
    }
    const stride = Math.max(strideSeconds, footage.durationSeconds / mostSpans);
    return footage.shots.flatMap((shot, index) => {
      const [from, to] = [shot.startSeconds + edgeSeconds, shot.endSeconds - edgeSeconds];
      if (to - from < seconds) {
        return to - from >= leastSpeed * seconds ? toCandidate(index, from, to) : [];
      }
      const count = 1 + Math.floor((to - from - seconds) / stride);
      const starts = Array.from({ length: count }, (_, at) => from + at * stride);
      return starts.flatMap((start) => toCandidate(index, round(start), round(start + seconds)));
    });
  });
}

/** Of a picture its one sample; of a video those of the span, and the nearest where it is shorter than they are apart. */
export function samplesIn({ kind, samples }: Footage, startSeconds: number, endSeconds: number): FootageSample[] {
  const within = samples.filter(({ atSeconds }) => atSeconds >= startSeconds && atSeconds < endSeconds);
  if (kind === 'picture' || within.length > 0) {
    return kind === 'picture' ? samples.slice(0, 1) : within;
  }
  const before = samples.findLast(({ atSeconds }) => atSeconds <= startSeconds);
  return before ? [before] : [];
}

/** The sharpness that a tenth of the samples exceed. */
function sharpnessOf(samples: readonly FootageSample[]): number {
  const sorted = samples.map(({ sharpness }) => sharpness).toSorted((one, other) => one - other);
  return sorted[Math.floor(0.9 * sorted.length)] ?? sorted.at(-1) ?? 0;
}

/** Seconds of takes in which there is something to be seen; a picture counts as `pictureSeconds`. */
export function usableSeconds(takes: readonly Take[], pictureSeconds: number): number {
  return takes.reduce((sum, { footage }) => {
    const sharpest = sharpnessOf(footage.samples);
    const sound = footage.samples.filter((sample) => isSound(sample, sharpest)).length;
    const share = sound / Math.max(1, footage.samples.length);
    return sum + (footage.kind === 'picture' ? share * pictureSeconds : share * footage.durationSeconds);
  }, 0);
}

const isSound = (sample: FootageSample, sharpest: number): boolean =>
  sample.darkShare < sound.darkShare &&
  sample.light > sound.light &&
  sample.burntShare < sound.burntShare &&
  sample.sharpness >= leastSharpness * sharpest;

/** Regions are shares of the whole picture; what is shown of it is `share`, without its borders. */
function judge(seen: readonly FootageSample[], sharpest: number, share: number): Qualities {
  const mean = (of: (sample: FootageSample) => number): number =>
    seen.reduce((sum, sample) => sum + of(sample), 0) / seen.length;
  const motion = mean((sample) => sample.motion);
  const face = mean(({ faces }) => Math.max(0, ...(faces ?? []).map(areaOf)) / share);
  const attention = mean((sample) => areaOf(sample.attention) / share);
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

const areaOf = ({ width, height }: Region): number => width * height;
const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
