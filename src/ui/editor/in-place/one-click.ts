import { announce } from '#ui/app/announce.ts';
import { connection } from '#ui/app/client.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { markAsGenerated } from '#ui/kit/uploads/pending-uploads.ts';
import type { AudibleItem, ItemOf } from '#core/timeline/document.ts';
import { isAudible } from '#core/timeline/schedule.ts';
import type { Editor } from '../editor.ts';
import { findPlaced } from '../timeline/clips.ts';
import { rippleFor } from '../timeline/magnet.ts';
import { findSelected } from '../inspector/subject.ts';
import { fileList, isResult } from '../materials/file-list.ts';
import { uploadMaterial } from '../materials/upload-material.ts';
import { detachSound } from './detach-sound.ts';
import { canFreeze, freezeFrame, sourceTimeAt } from './freeze-frame.ts';
import { findVideo } from './replacement.ts';

/** Returns the selected item if it is a single video. */
export function selectedVideo({ document, selection }: Editor): ItemOf<'video'> | undefined {
  const [itemId, ...others] = selection.value;
  return itemId === undefined || others.length > 0 ? undefined : findVideo(document.value, itemId);
}

/** Returns the selected item if it is a single one with audio. */
export function selectedAudible({ document, selection }: Editor): AudibleItem | undefined {
  const [item, ...others] = findSelected(document.value, selection.value);
  return item && others.length === 0 && isAudible(item) ? item : undefined;
}

/**
 * Returns whether a clip is audible: a file without audio has nothing to detach. A file that is not analyzed yet may have audio.
 */
export const isHeard = ({ assetId, isMuted }: Pick<ItemOf<'video'>, 'assetId' | 'isMuted'>): boolean =>
  !isMuted && fileList.value?.find(({ material }) => material === assetId)?.hasSound !== false;

/** Returns whether a clip shows an uploaded file, not the result of a run, which other recipes do not take. */
export function isUploaded({ assetId }: Pick<ItemOf<'video'>, 'assetId'>): boolean {
  const file = fileList.value?.find(({ material }) => material === assetId);
  return file !== undefined && !isResult(file);
}

/** Moves the audio of a clip into its own item, and selects it. */
export function detach(editor: Editor, item: ItemOf<'video'>): void {
  const { edits, itemId } = detachSound(editor.document.peek(), item);
  if (editor.apply(edits, 'Detach audio')) {
    editor.selection.value = [itemId];
    announce(`Detached the audio of ${item.name}.`);
  }
}

/** Returns whether the playhead is within a clip, so that its frame can be frozen. */
export const isUnderPlayhead = ({ document, transport }: Editor, item: ItemOf<'video'>): boolean =>
  canFreeze(document.value, item, transport.seconds.value);

/** The max width of a video frame that the API returns, in pixels. */
const pictureWidth = 1920;

/** Freezes the frame at the playhead: its image is stored and inserted at the split of the clip. Throws OffcutError. */
export async function freeze(editor: Editor, item: ItemOf<'video'>): Promise<void> {
  const atSeconds = editor.transport.seconds.peek();
  const controller = new AbortController();
  const picture = await readFrame(item, sourceTimeAt(editor.document.peek(), item, atSeconds));
  const { assetId, file } = await uploadMaterial(picture, () => undefined, controller.signal);
  // The clip may have changed while the image was created.
  const clip = findVideo(editor.document.peek(), item.id);
  if (!clip || !canFreeze(editor.document.peek(), clip, atSeconds)) {
    const message = 'The clip has changed. Move the playhead into it and freeze again.';
    throw new OffcutError({ code: 'VALIDATION_FAILED', message });
  }
  const trackId = findPlaced(editor.document.peek(), [clip.id])[0]?.track.id ?? '';
  const ripple = rippleFor(editor)(trackId);
  const { edits, itemId } = freezeFrame(editor.document.peek(), clip, {
    atSeconds,
    assetId,
    ripple: ripple === 'none' ? 'this' : ripple,
  });
  if (editor.apply(edits, 'Freeze frame', { [assetId]: file })) {
    editor.selection.value = [itemId];
    announce('Frame frozen');
  }
}

async function readFrame({ assetId, name }: ItemOf<'video'>, atSeconds: number): Promise<File> {
  const query = { atSeconds, width: pictureWidth };
  const response = await connection.open('getThumbnail', { params: { material: assetId }, query });
  const blob = await response.blob();
  const extension = blob.type === 'image/png' ? 'png' : 'webp';
  return markAsGenerated(
    new File([blob], `${name.replace(/\.[^.]{1,8}$/, '')} frame.${extension}`, { type: blob.type }),
  );
}
