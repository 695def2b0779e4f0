import { signal } from '@preact/signals';
import { describe, expect, it, test, vi } from 'vitest';
import { applyEdits } from '#core/timeline/edit.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { announce } from '#ui/app/announce.ts';
import { call } from '#ui/app/client.ts';
import type { Editor } from '../editor.ts';
import { beatEdits, framesOfBeats, markBeats } from './mark-beats.ts';

vi.mock('#ui/app/client.ts', () => ({ call: vi.fn() }));
vi.mock('#ui/app/announce.ts', () => ({ announce: vi.fn() }));

const music = makeItem('sound', 'music', { startSeconds: 4, durationSeconds: 2, sourceStartSeconds: 1, speed: 2 });
const canvas = makeTimeline([{ kind: 'sound', items: [music] }], { frameRate: 25 });
const clip = canvas.tracks[0]?.items[0];

function mark(document: typeof canvas, beats: readonly number[]) {
  if (clip?.type !== 'sound') {
    throw new Error('no sound');
  }
  return applyEdits(document, beatEdits(document, framesOfBeats(document, clip, beats)));
}

test('every beat that a clip plays has one marker, on a frame', () => {
  // A clip at double speed plays the seconds from 1 to 5 of its file.
  const beats = [0.5, 1, 1.53, 3, 4.99, 5, 6];
  const marked = mark(canvas, beats);
  expect(marked.markers.map(({ atSeconds, label }) => [atSeconds, label])).toEqual([
    [4, 'Beat 1'],
    [4.28, 'Beat 2'],
    [5, 'Beat 3'],
  ]);
  expect(mark(marked, beats).markers).toHaveLength(3);
});

test('the number of markers is limited', () => {
  const full = Array.from({ length: documentLimits.markers }, (_, at) => ({
    id: `m-${at}`,
    atSeconds: 100 + at,
    label: '',
  }));
  expect(mark({ ...canvas, markers: full.slice(1) }, [1, 2, 3]).markers).toHaveLength(documentLimits.markers);
  expect(mark({ ...canvas, markers: full }, [1, 2, 3]).markers).toHaveLength(documentLimits.markers);
});

test('beats on the same frame have one marker', () => {
  expect(mark({ ...canvas, frameRate: 1 }, [1, 1.5, 2.2, 4]).markers.map(({ atSeconds }) => atSeconds)).toEqual([4, 5]);
});

describe('the message about the beats of a clip', () => {
  const markAndListen = async (
    document: typeof canvas,
    beats: readonly number[],
    confidence = 0.9,
  ): Promise<string> => {
    vi.mocked(call).mockResolvedValueOnce({ bpm: 120, beats: [...beats], confidence });
    vi.mocked(announce).mockClear();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function reads nothing else
    const editor = { document: signal(document), apply: () => true } as unknown as Editor;
    if (clip?.type !== 'sound') {
      throw new Error('no sound');
    }
    const thrown = await markBeats(editor, clip).then(
      () => '',
      (refused: unknown) => (refused instanceof Error ? refused.message : ''),
    );
    return thrown || String(vi.mocked(announce).mock.calls[0]?.[0]);
  };

  it('reports the added markers', async () => {
    expect(await markAndListen(canvas, [1, 2])).toBe('2 beats marked.');
    expect(await markAndListen(mark(canvas, [1, 2]), [1, 2])).toBe('All beats are already marked.');
  });

  it('reports no beats also if they are all elsewhere in the file', async () => {
    expect(await markAndListen(canvas, [0.2, 8])).toBe('No clear beat found in An item.');
    expect(await markAndListen(canvas, [1, 2], 0.1)).toBe('No clear beat found in An item.');
  });

  it('reports that the canvas has no room for markers', async () => {
    const markers = Array.from({ length: documentLimits.markers }, (_, at) => ({
      id: `m-${at}`,
      atSeconds: 100,
      label: '',
    }));
    expect(await markAndListen({ ...canvas, markers }, [1])).toBe(
      'The canvas already has the maximum number of markers.',
    );
  });

  it('reports a missing clip', async () => {
    expect(await markAndListen(makeTimeline([]), [1])).toBe(
      'The clip has changed. Select it and detect its beats again.',
    );
  });
});
