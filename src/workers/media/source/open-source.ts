import { Failure } from '#core/failure.ts';
import type { ProbeHooks } from '#core/runners.ts';
import { createJoinedSource } from './joined-source.ts';
import type { MediaFile } from './media-file.ts';
import { Opening, type OpenedFile } from './opening.ts';
import { findPictureKind } from './picture-kind.ts';
import { measureParts } from './restarts/measure-parts.ts';
import { splitFile } from './restarts/split-file.ts';
import type { Warn } from './source.ts';

/**
 * Opens a file as a video. Throws UNSUPPORTED_MEDIA, with a sentence that says what is wrong, for one that is damaged, too large
 * or of a codec that nothing here decodes.
 */
export async function openFile(file: MediaFile, warn: Warn, hooks?: ProbeHooks): Promise<OpenedFile> {
  if (file.size === 0) {
    throw new Failure('UNSUPPORTED_MEDIA', { message: 'The file is empty: it has no bytes at all.' });
  }
  const picture = await findPictureKind(file);
  if (picture) {
    return { source: null, info: { kind: 'picture', container: picture }, audioTracks: [] };
  }
  return (await openJoined(file, warn, hooks)) ?? new Opening(file, warn, hooks).open();
}

/** Opens a file of several recordings; null where it is one. */
async function openJoined(file: MediaFile, warn: Warn, hooks?: ProbeHooks): Promise<OpenedFile | null> {
  const recordings = await splitFile(file);
  const parts = recordings ? await measureParts(recordings, hooks) : [];
  const [first] = parts;
  if (!first || parts.length < 2) {
    return null;
  }
  const joins = parts.slice(1).map(({ startSeconds }) => `${startSeconds.toFixed(2)} s`);
  warn(
    `The file holds ${parts.length} recordings, which play one after the other: its clock starts again at ${joins.join(', ')}.`,
  );
  const opened = await new Opening(first.file, warn, hooks).open();
  const { audioTracks } = opened;
  if (!opened.source) {
    const { info } = opened;
    const durationSeconds = parts.at(-1)?.endSeconds ?? 0;
    return info.kind === 'sound' ? { source: null, info: { ...info, durationSeconds }, audioTracks } : opened;
  }
  const { width, height } = opened.source.info.video;
  const source = await createJoinedSource(parts, async (part) => {
    const next = part === first ? opened : await new Opening(part.file, warn, hooks).open();
    const isSame = next.source?.info.video.width === width && next.source.info.video.height === height;
    if (!isSame) {
      warn(
        `The pictures from ${part.startSeconds.toFixed(2)} s on have another size or cannot be read; they are left out.`,
      );
      await next.source?.close();
    }
    return isSame ? next.source : null;
  });
  return source && { source, audioTracks };
}
