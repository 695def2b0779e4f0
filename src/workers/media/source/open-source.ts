import { Failure } from '#core/lib/failure.ts';
import type { ProbeHooks } from '#core/protocol/runners.ts';
import { createJoinedSource } from './joined-source.ts';
import type { MediaFile } from './media-file.ts';
import { Opening, type OpenedFile } from './opening.ts';
import { findPictureKind } from './picture-kind.ts';
import { findRecordings, type FilePart } from './restarts/find-recordings.ts';
import type { Source, Warn } from './source.ts';

/**
 * Opens a file as a video. Throws UNSUPPORTED_MEDIA, with a message that gives the reason, for a file that is damaged, too large or
 * has an unsupported codec.
 */
export async function openFile(file: MediaFile, warn: Warn, hooks?: ProbeHooks): Promise<OpenedFile> {
  if (file.size === 0) {
    throw new Failure('UNSUPPORTED_MEDIA', { message: 'The file is empty. Choose another file.' });
  }
  const picture = await findPictureKind(file);
  if (picture) {
    return { source: null, info: { kind: 'picture', container: picture }, audioTracks: [] };
  }
  return (await openJoined(file, warn, hooks)) ?? new Opening(file, warn, hooks).open();
}

/** Opens a file of several recordings; null if it is one recording. */
async function openJoined(file: MediaFile, warn: Warn, hooks?: ProbeHooks): Promise<OpenedFile | null> {
  const parts = await findRecordings(file, hooks);
  const [first] = parts;
  if (!first || parts.length < 2) {
    return first ? new Opening(first.file, warn, hooks).open() : null;
  }
  const joins = parts.slice(1).map(({ startSeconds }) => `${startSeconds.toFixed(2)} s`);
  warn(
    `The file contains ${parts.length} recordings, which play one after the other: its clock starts again at ${joins.join(', ')}.`,
  );
  const opened = await new Opening(first.file, warn, hooks).open();
  const { audioTracks } = opened;
  if (!opened.source) {
    const { info } = opened;
    const durationSeconds = parts.at(-1)?.endSeconds ?? 0;
    return info.kind === 'sound' ? { source: null, info: { ...info, durationSeconds }, audioTracks } : opened;
  }
  const { width, height } = opened.source.info.video;
  const open = async (part: FilePart): Promise<Source | null> => {
    const next = await openPart(part, warn, hooks);
    const isSame = next?.source?.info.video.width === width && next.source.info.video.height === height;
    if (!isSame) {
      const at = part.startSeconds.toFixed(2);
      warn(`The frames from ${at} s on have another size or cannot be read. They are left out.`);
      await next?.source?.close();
    }
    return isSame ? next.source : null;
  };
  const source = createJoinedSource(parts, opened.source, open, warn);
  return { source, audioTracks };
}

/** Opens a part; null if it cannot be read. */
async function openPart({ file }: FilePart, warn: Warn, hooks?: ProbeHooks): Promise<OpenedFile | null> {
  try {
    return await new Opening(file, warn, hooks).open();
  } catch {
    return null;
  }
}
