import { expect, test } from 'vitest';
import { applyEdits } from '#core/timeline/edit.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { documentOf, itemOf } from '../../../../test/support/timeline.ts';
import { beatEdits } from './mark-beats.ts';

const music = itemOf('sound', 'music', { startSeconds: 4, durationSeconds: 2, sourceStartSeconds: 1, speed: 2 });
const canvas = documentOf([{ kind: 'sound', items: [music] }], { frameRate: 25 });
const clip = canvas.tracks[0]?.items[0];

function mark(document: typeof canvas, beats: readonly number[]) {
  if (clip?.type !== 'sound') {
    throw new Error('no sound');
  }
  return applyEdits(document, beatEdits(document, clip, beats));
}

test('every beat that a clip plays has a marker where it is heard, on a frame, and once', () => {
  // A clip at twice its speed plays the seconds from 1 to 5 of its file.
  const beats = [0.5, 1, 1.53, 3, 4.99, 5, 6];
  const marked = mark(canvas, beats);
  expect(marked.markers.map(({ atSeconds, label }) => [atSeconds, label])).toEqual([
    [4, 'Beat 1'],
    [4.28, 'Beat 2'],
    [5, 'Beat 3'],
  ]);
  expect(mark(marked, beats).markers).toHaveLength(3);
});

test('a canvas has no more markers than it may', () => {
  const full = Array.from({ length: documentLimits.markers }, (_, at) => ({
    id: `m-${at}`,
    atSeconds: 100 + at,
    label: '',
  }));
  expect(mark({ ...canvas, markers: full.slice(1) }, [1, 2, 3]).markers).toHaveLength(documentLimits.markers);
  expect(mark({ ...canvas, markers: full }, [1, 2, 3]).markers).toHaveLength(documentLimits.markers);
});
