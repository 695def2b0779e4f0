import { describe, expect, it } from 'vitest';
import { assemble } from '#core/timeline/assemble.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits } from '#core/timeline/edit.ts';
import { withCountedIds } from '../../../../test/support/timeline.ts';
import { placeClips, type Clip, type Place } from './place.ts';

const video: Clip = { assetId: 'mat_v', name: 'v.mp4', kind: 'video', width: 640, height: 360, durationSeconds: 4 };
const picture: Clip = { ...video, assetId: 'mat_p', kind: 'picture', width: 300, height: 600, durationSeconds: null };
const sound: Clip = { ...video, assetId: 'mat_s', kind: 'sound', width: null, height: null };

/** An empty canvas of 1280 by 720 pixels at 25 frames per second. */
const empty: TimelineDocument = {
  ...assemble('Empty', [{ ...video, width: 1280, height: 720, frameRate: 25 }]),
  tracks: [],
};

function place(document: TimelineDocument, clips: readonly Clip[], at: Place): TimelineDocument {
  return withCountedIds(applyEdits(document, placeClips(document, clips, at).edits));
}

const layout = ({ tracks }: TimelineDocument): Record<string, string[]> =>
  Object.fromEntries(
    tracks.map(({ name, items }) => [
      name,
      items.map(({ id, startSeconds, durationSeconds }) => `${id} ${startSeconds}+${durationSeconds}`),
    ]),
  );

describe('clips that are added to the timeline', () => {
  it('get tracks of their kinds, one after the other, fitted completely, with their audio', () => {
    const placed = place(empty, [video, picture, sound], { atSeconds: 1.01 });
    expect(layout(placed)).toEqual({ Video: ['video-1 1+4', 'picture-1 5+5'], Sound: ['sound-1 10+4'] });
    const [one, two] = placed.tracks[0]?.items ?? [];
    expect(one).toMatchObject({ x: 640, y: 360, width: 1280, height: 720, isMuted: false, sourceStartSeconds: 0 });
    expect(two).toMatchObject({ x: 640, y: 360, width: 360, height: 720 });
  });

  it('show only the marked part of their file', () => {
    const sourceSpan = { startSeconds: 1, endSeconds: 2.6 };
    const placed = place(
      empty,
      [
        { ...video, sourceSpan },
        { ...sound, sourceSpan },
      ],
      { atSeconds: 0 },
    );
    expect(placed.tracks.flatMap(({ items }) => items)).toMatchObject([
      { type: 'video', startSeconds: 0, durationSeconds: 1.6, sourceStartSeconds: 1 },
      { type: 'sound', startSeconds: 1.6, durationSeconds: 1.6, sourceStartSeconds: 1 },
    ]);
  });

  it('go to free space of the topmost track of clips, or to a new track', () => {
    const first = place(empty, [video], { atSeconds: 0 });
    expect(layout(place(first, [video], { atSeconds: 4 }))).toEqual({ Video: ['video-1 0+4', 'video-2 4+4'] });
    expect(layout(place(first, [video], { atSeconds: 2 }))).toEqual({
      Video: ['video-1 0+4'],
      'Video 2': ['video-2 2+4'],
    });
  });

  it('are not hidden under other clips: free space below a clip does not count', () => {
    const two = place(place(empty, [video], { atSeconds: 0 }), [video], { atSeconds: 2 });
    const third = place(two, [video], { atSeconds: 5 });
    expect(Object.keys(layout(third))).toEqual(['Video', 'Video 2', 'Video 3']);
  });

  it('are inserted into the magnetic track at its nearest edit point, unless another track is requested', () => {
    const two = place(place(empty, [video], { atSeconds: 0 }), [video], { atSeconds: 4 });
    const put = (clips: readonly Clip[], at: Place): Record<string, string[]> => {
      const { edits } = placeClips(two, clips, at, ({ tracks: [first] }) => first ?? null);
      return layout(withCountedIds(applyEdits(two, edits)));
    };
    expect(put([picture, sound], { atSeconds: 2.5 })).toEqual({
      Video: ['video-1 0+4', 'picture-1 4+5', 'video-2 9+4'],
      Sound: ['sound-1 9+4'],
    });
    expect(put([video], { atSeconds: 60 })['Video']).toEqual(['video-1 0+4', 'video-2 4+4', 'video-3 8+4']);
    expect(put([video], { atSeconds: 1, newTrack: 'below' })['Track 2']).toEqual(['video-3 1+4']);
  });

  it('do not use titles, locked tracks and hidden tracks', () => {
    const document = place(empty, [video], { atSeconds: 0 });
    for (const change of [{ isLocked: true }, { isHidden: true }]) {
      const closed = { ...document, tracks: document.tracks.map((track) => ({ ...track, ...change })) };
      expect(layout(place(closed, [video], { atSeconds: 8 }))['Video 2']).toEqual(['video-2 8+4']);
    }
  });

  it('go to the named track, to the one right above it if it has no space, and elsewhere if it is of another kind', () => {
    const three = place(place(place(empty, [video], { atSeconds: 0 }), [video], { atSeconds: 0 }), [sound], {
      atSeconds: 0,
    });
    const [bottom, , last] = three.tracks;
    expect(layout(place(three, [video], { trackId: bottom?.id, atSeconds: 6 }))['Video']).toContain('video-3 6+4');
    expect(Object.keys(layout(place(three, [video], { trackId: bottom?.id, atSeconds: 1 })))).toEqual([
      'Video',
      'Video 3',
      'Video 2',
      'Sound',
    ]);
    expect(layout(place(three, [picture], { trackId: last?.id, atSeconds: 9 }))['Video 2']).toContain('picture-1 9+5');
    expect(layout(place(three, [sound], { trackId: bottom?.id, atSeconds: 9 }))['Sound']).toContain('sound-2 9+4');
  });
});
