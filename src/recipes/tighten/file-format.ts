import {
  isOutputFormat,
  isSoundFormat,
  queuedOutputFormatIds,
  soundFormatIds,
  type OutputFormat,
  type SoundFormat,
} from '#core/model/formats.ts';

type Format = OutputFormat | SoundFormat;
type Kind = 'video' | 'sound';

/**
 * Returns the format of the result; null if the requested one is invalid for the kind of material. `mp4`, the default, means M4A
 * for audio, which is an MP4 with only audio.
 */
export function toFileFormat(wanted: Format, kind: 'video'): OutputFormat | null;
export function toFileFormat(wanted: Format, kind: Kind): Format | null;
export function toFileFormat(wanted: Format, kind: Kind): Format | null {
  if (kind === 'video') {
    return isOutputFormat(wanted) ? wanted : null;
  }
  return wanted === 'mp4' ? 'm4a' : isSoundFormat(wanted) ? wanted : null;
}

/** Describes the valid formats. */
export const describeFormats = (kind: Kind): string =>
  kind === 'video'
    ? `must be ${queuedOutputFormatIds.join(', ')} for a video`
    : `must be ${soundFormatIds.join(' or ')} for an audio file`;
