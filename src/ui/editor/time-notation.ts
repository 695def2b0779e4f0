import { signal } from '@preact/signals';
import { frameAt } from '#core/timeline/frames.ts';
import type { Change } from './inspector/values/edits.ts';
import { fromTimecode, toTimecode } from './timecode.ts';

const storageName = 'offcut:editor-timecode';

/** Whether times are written as timecode, `hh:mm:ss:ff`. The choice is stored for later visits. */
export const isTimecode = signal(readChoice());

export function setTimecode(isOn: boolean): void {
  isTimecode.value = isOn;
  try {
    localStorage.setItem(storageName, String(isOn));
  } catch {
    // Without storage the choice is lost when the page closes.
  }
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(storageName) === 'true';
  } catch {
    return false;
  }
}

/**
 * Formats a time as `0:03.25` or `1:02:03.00`: to the hundredth of a second, and finer if frames are shorter; or as timecode if that
 * is chosen (`isTimecode`).
 */
export function formatTime(seconds: number, frameRate: number): string {
  if (isTimecode.value) {
    return `${seconds < 0 ? '-' : ''}${toTimecode(frameAt(Math.abs(seconds), frameRate), frameRate)}`;
  }
  const digits = frameRate > 100 ? 3 : 2;
  const units = 10 ** digits;
  const total = Math.round(Math.abs(seconds) * units);
  const whole = Math.floor(total / units);
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const rest = `${pad(whole % 60, 2)}.${pad(total % units, digits)}`;
  const sign = seconds < 0 && total > 0 ? '-' : '';
  return hours > 0 ? `${sign}${hours}:${pad(minutes, 2)}:${rest}` : `${sign}${minutes}:${rest}`;
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/**
 * Parses a typed time into a change: `3.5`, `1:02.5`, `1:02:03`, `12 f` in frames, or the timecode `00:01:02:15`. A leading `+` or
 * `-` makes it relative: later or earlier by that much. Returns null for any other text.
 */
export function parseTime(text: string, frameRate: number): Change<number> | null {
  const [, sign, body] = /^([+-]?)(.*)$/s.exec(text.trim().replaceAll(',', '.').replaceAll('−', '-')) ?? [];
  const seconds = toSeconds((body ?? '').trim(), frameRate);
  if (seconds === null) {
    return null;
  }
  const way = sign === '-' ? -1 : 1;
  return sign === '' ? () => seconds : (before) => before + way * seconds;
}

function toSeconds(text: string, frameRate: number): number | null {
  const frames = /^(\d+)\s*f$/i.exec(text)?.[1];
  if (frames !== undefined) {
    return Number(frames) / frameRate;
  }
  const frame = fromTimecode(text, frameRate);
  if (frame !== null) {
    return frame / frameRate;
  }
  const parts = text.replace(/\s*s$/i, '').split(':');
  const isTime = parts.length <= 3 && parts.every((part) => /^(\d+\.?\d*|\.\d+)$/.test(part));
  return isTime ? parts.reduce((sum, part) => sum * 60 + Number(part), 0) : null;
}
