import { minBeatConfidence } from '#core/analysis/beat-confidence.ts';
import type { AudibleItem, TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isBefore, isSameTime, snapToFrame } from '#core/timeline/frames.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { getEnd, isAudible } from '#core/timeline/schedule.ts';
import { announce } from '#ui/app/announce.ts';
import { call } from '#ui/app/client.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toCount } from '#ui/kit/format.ts';
import type { Editor } from '../editor.ts';
import { findSelected } from '../inspector/subject.ts';

/** Adds a marker at every detected beat of a clip, to which edges and the playhead snap. Throws OffcutError. */
export async function markBeats(editor: Editor, { id, assetId, audioTrack, name }: AudibleItem): Promise<void> {
  const asked = { params: { material: assetId }, query: { audioTrack } };
  const { beats, confidence, warnings = [] } = await call('getBeats', asked);
  const document = editor.document.peek();
  // The clip may have changed while its audio was analyzed.
  const clip = findSelected(document, [id])[0];
  if (!clip || !isAudible(clip) || clip.assetId !== assetId || clip.audioTrack !== audioTrack) {
    throw refusal('The clip has changed. Select it and detect its beats again.');
  }
  // Many markers at guessed times would be in the way.
  const heard = confidence < minBeatConfidence ? [] : framesOfBeats(document, clip, beats);
  const edits = beatEdits(document, heard);
  if (heard.length === 0) {
    throw refusal(`No clear beat found in ${name || 'the clip'}.`);
  }
  if (edits.length > 0 && editor.apply(edits, 'Mark beats')) {
    announce([`${toCount(edits.length, 'beat')} marked.`, ...warnings].join(' '));
  } else if (edits.length === 0) {
    const isFull = document.markers.length >= documentLimits.markers;
    announce(isFull ? 'The canvas already has the maximum number of markers.' : 'All beats are already marked.');
  }
}

const refusal = (message: string): OffcutError => new OffcutError({ code: 'VALIDATION_FAILED', message });

/** Returns the frames, in seconds of the canvas, at which a clip plays the beats of its file. */
export function framesOfBeats(
  { frameRate }: Pick<TimelineDocument, 'frameRate'>,
  clip: AudibleItem,
  beats: readonly number[],
): number[] {
  const { startSeconds, sourceStartSeconds, speed } = clip;
  const frames = beats
    .map((atSeconds) => snapToFrame(startSeconds + (atSeconds - sourceStartSeconds) / speed, frameRate))
    .filter((at) => !isBefore(at, startSeconds, frameRate) && isBefore(at, getEnd(clip), frameRate));
  // With long frames or a fast clip, several beats are on one frame.
  return [...new Set(frames)];
}

/** Returns edits that add a marker for each unmarked beat, up to the limit of a canvas. */
export const beatEdits = (
  { markers, frameRate }: Pick<TimelineDocument, 'markers' | 'frameRate'>,
  frames: readonly number[],
): Edit[] =>
  frames
    .filter((at) => !markers.some((marker) => isSameTime(marker.atSeconds, at, frameRate)))
    .slice(0, Math.max(0, documentLimits.markers - markers.length))
    .map((atSeconds, index) => ({ type: 'add-marker', atSeconds, label: `Beat ${index + 1}` }));
