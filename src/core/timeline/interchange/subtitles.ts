import type { TimelineDocument } from '../document.ts';
import { getCues, type Cue } from './cues.ts';

/** Writes the readable content of a document as SubRip, which cannot escape an arrow. */
export const toSrt = (document: TimelineDocument): string =>
  getCues(document)
    .map((cue, index) => `${index + 1}\n${toTimes(cue, ',')}\n${cue.lines.join('\n').replaceAll('-->', '→')}\n`)
    .join('\n');

/** Writes the readable content of a document as WebVTT. */
export const toVtt = (document: TimelineDocument): string =>
  ['WEBVTT\n', ...getCues(document).map((cue) => `${toTimes(cue, '.')}\n${cue.lines.map(escape).join('\n')}\n`)].join(
    '\n',
  );

const escape = (line: string): string => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const toTimes = ({ startSeconds, endSeconds }: Cue, separator: string): string =>
  `${toClock(startSeconds, separator)} --> ${toClock(endSeconds, separator)}`;

function toClock(seconds: number, separator: string): string {
  const all = Math.round(seconds * 1000);
  const whole = Math.floor(all / 1000);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock}${separator}${String(all % 1000).padStart(3, '0')}`;
}
