import { describe, expect, it } from 'vitest';
import type { Region } from '#core/analysis/footage.ts';
import { linkFaces, type SeenSample } from './face-tracks.ts';

const attention = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
const face = (x: number, width = 0.1): Region => ({ x, y: 0.2, width, height: 2 * width });
/** The sample rate of the faces: five per second. */
const seen = (...faces: (Region[] | null)[]): SeenSample[] =>
  faces.map((found, at) => ({ atSeconds: at / 5, sample: { faces: found, attention } }));

describe('faces through a span', () => {
  it('are tracked while they move, and through a loss', () => {
    const [track, ...others] = linkFaces(seen([face(0.2)], [face(0.24)], [], [], [face(0.36)]));
    expect(others).toEqual([]);
    expect(track?.map((one) => Math.round(1000 * (one?.x ?? 0)))).toEqual([200, 240, 280, 320, 360]);
  });

  it('are different if they are elsewhere, the larger one first', () => {
    const tracks = linkFaces(seen([face(0.1, 0.06), face(0.7)], [face(0.7)], [face(0.1, 0.06), face(0.72)]));
    expect(tracks.map((track) => track[0]?.x)).toEqual([0.7, 0.1]);
  });

  it('are extended a little before they appear and after they disappear, and no longer', () => {
    const [track] = linkFaces(seen([], [], [], [], [], [face(0.3)], [face(0.3)], [], [], [], []));
    expect(track?.map((one) => (one ? 'there' : '-')).join(' ')).toBe(
      '- - there there there there there there there there -',
    );
  });

  it('are dropped if they were found once, while another one was found again', () => {
    expect(linkFaces(seen([face(0.2)], [face(0.2), face(0.8, 0.3)], [face(0.2)])).map((track) => track[1]?.x)).toEqual([
      0.2,
    ]);
    expect(linkFaces(seen([], [face(0.8)], []))).toHaveLength(1);
    expect(linkFaces(seen(null, null))).toEqual([]);
  });
});
