import { frameAt, snapToFrame } from '#core/timeline/frames.ts';

/** `0:04:12`, `1:00:04:12`: minutes, seconds and frames of the second, with hours where there are any. */
export function toFrameTimecode(seconds: number, frameRate: number): string {
  const start = Math.max(0, snapToFrame(seconds, frameRate));
  const whole = Math.floor(start + 0.5 / frameRate / 100);
  const frames = Math.min(Math.ceil(frameRate) - 1, Math.max(0, frameAt(start - whole, frameRate)));
  const hours = Math.floor(whole / 3600);
  const rest = `${pad(whole % 60)}:${pad(frames)}`;
  return hours > 0 ? `${hours}:${pad(Math.floor(whole / 60) % 60)}:${rest}` : `${Math.floor(whole / 60)}:${rest}`;
}

/**
 * A time that was typed: `+30` and `-5` are frames from `fromSeconds`; `1500` are the digits of a timecode, so 15 s and no
 * frames; `12.5` seconds; `1:30` minutes and seconds; `1:30:12` with frames, and hours before. Null for what is none.
 */
export function parseTimecode(
  text: string,
  { frameRate, fromSeconds }: { readonly frameRate: number; readonly fromSeconds: number },
): number | null {
  const typed = text.trim().replaceAll(';', ':').replaceAll(',', '.');
  const relative = /^([+-])(\d+)$/.exec(typed);
  if (relative) {
    const frames = Number(relative[2]) * (relative[1] === '-' ? -1 : 1);
    return Math.max(0, fromSeconds + frames / frameRate);
  }
  if (/^\d+$/.test(typed)) {
    const digits = typed.padStart(8, '0');
    const parts = [digits.slice(0, -6), digits.slice(-6, -4), digits.slice(-4, -2), digits.slice(-2)];
    return toSeconds(parts.map(Number), frameRate);
  }
  if (!/^\d+(:\d+){0,3}(\.\d+)?$/.test(typed) || (typed.includes('.') && typed.split(':').length > 2)) {
    return null;
  }
  const parts = typed.split(':').map(Number);
  return parts.length > 2 ? toSeconds(parts, frameRate) : toSeconds([...parts, 0], frameRate);
}

/** Hours, minutes, seconds and frames; the first ones may be missing. */
function toSeconds(parts: readonly number[], frameRate: number): number {
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = parts.toReversed();
  return hours * 3600 + minutes * 60 + seconds + frames / frameRate;
}

const pad = (value: number): string => String(value).padStart(2, '0');
