import type { AudibleItem, TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isBefore, isSameTime, snapToFrame } from '#core/timeline/frames.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { endOf } from '#core/timeline/schedule.ts';
import { announce } from '../../announce.ts';
import { call } from '../../client.ts';
import { ApiError } from '../../envelope.ts';
import { toCount } from '../../format.ts';
import type { Editor } from '../editor.ts';
import { selectedOf } from '../inspector/subject.ts';

/** Below this the beats of a launch cut are said to be a guess; so many markers would be in the way. */
const leastConfidence = 0.15;

/** The selected item where it is one alone that is heard. */
export function selectedAudible({ document, selection }: Editor): AudibleItem | undefined {
  const [item, ...others] = selectedOf(document.value, selection.value);
  return others.length === 0 && (item?.type === 'video' || item?.type === 'sound') ? item : undefined;
}

/** Puts a marker on every beat that is heard in a clip, to which edges and the playhead snap then. Throws ApiError. */
export async function markBeats(editor: Editor, { id, assetId, name }: AudibleItem): Promise<void> {
  const { beats, confidence } = await call('getBeats', { params: { material: assetId } });
  // The clip may have been changed while its sound was heard.
  const clip = selectedOf(editor.document.peek(), [id])[0];
  const edits = clip?.type === 'video' || clip?.type === 'sound' ? beatEdits(editor.document.peek(), clip, beats) : [];
  if (confidence < leastConfidence || beats.length === 0) {
    throw refusal(`No clear beat is heard in ${name}.`);
  }
  if (edits.length === 0) {
    announce('The beats are marked already.');
  } else if (editor.apply(edits, 'Mark beats')) {
    announce(`${toCount(edits.length, 'beat')} marked.`);
  }
}

const refusal = (message: string): ApiError =>
  new ApiError({ errorCode: 'VALIDATION_FAILED', message, isRetryable: false });

/** A marker for each beat of the file that the clip plays and no marker is at, as many as a canvas may have. */
export function beatEdits(
  { markers, frameRate }: TimelineDocument,
  clip: AudibleItem,
  beats: readonly number[],
): Edit[] {
  const { startSeconds, sourceStartSeconds, speed } = clip;
  return beats
    .map((atSeconds) => snapToFrame(startSeconds + (atSeconds - sourceStartSeconds) / speed, frameRate))
    .filter((at) => !isBefore(at, startSeconds, frameRate) && isBefore(at, endOf(clip), frameRate))
    .filter((at) => !markers.some((marker) => isSameTime(marker.atSeconds, at, frameRate)))
    .slice(0, documentLimits.markers - markers.length)
    .map((atSeconds, index) => ({ type: 'add-marker', atSeconds, label: `Beat ${index + 1}` }));
}
