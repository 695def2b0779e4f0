import {
  isOutputFormat,
  isSoundFormat,
  queuedOutputFormatIds,
  soundFormatIds,
  type OutputFormat,
  type SoundFormat,
} from '#core/formats.ts';

type Format = OutputFormat | SoundFormat;
type Kind = 'video' | 'sound';

/**
 * The format of the result of a video or a sound; null where the wanted one does not suit it. `mp4`, the default, means M4A for a
 * sound, which is an MP4 of sound alone.
 */
export function toFileFormat(wanted: Format, kind: 'video'): OutputFormat | null;
export function toFileFormat(wanted: Format, kind: Kind): Format | null;
export function toFileFormat(wanted: Format, kind: Kind): Format | null {
  if (kind === 'video') {
    return isOutputFormat(wanted) ? wanted : null;
  }
  return wanted === 'mp4' ? 'm4a' : isSoundFormat(wanted) ? wanted : null;
}

/** What the format of a result must be. */
export const describeFormats = (kind: Kind): string =>
  kind === 'video'
    ? `must be ${queuedOutputFormatIds.join(', ')} for a video`
    : `must be ${soundFormatIds.join(' or ')} for a sound without pictures`;
