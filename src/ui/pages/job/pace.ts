import type { JobView } from '#operations/jobs.ts';
import { toDuration } from '#ui/kit/format.ts';

/** Returns the speed of a job and its remaining time: `31 frames/s · 1.2 × real time · 12 s left`; empty if unknown. */
export function toPace(
  { framesPerSecond, etaSeconds, status }: Pick<JobView, 'framesPerSecond' | 'etaSeconds' | 'status'>,
  frameRate: number | undefined,
): string {
  const parts: string[] = [];
  if (status === 'running' && framesPerSecond !== null) {
    parts.push(`${toNumber(framesPerSecond)} frames/s`);
    if (frameRate !== undefined && frameRate > 0) {
      parts.push(`${toNumber(framesPerSecond / frameRate)} × real time`);
    }
  }
  if (etaSeconds !== null) {
    parts.push(status === 'queued' ? `Done in about ${toDuration(etaSeconds)}` : `${toDuration(etaSeconds)} left`);
  }
  return parts.join(' · ');
}

/** Formats a number with its significant digits: `31`, `1.2`, `0.04`. */
const toNumber = (value: number): string => value.toFixed(value >= 10 ? 0 : value >= 0.1 ? 1 : 2);
