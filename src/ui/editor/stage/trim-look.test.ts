import { describe, expect, it } from 'vitest';
import { sceneAt } from '#core/timeline/scene.ts';
import { makeItem, makeTimeline } from '../../../../test/support/timeline.ts';
import { createTrimLook, type Look } from './trim-look.ts';

const film = { assetId: 'film', sourceStartSeconds: 1 };
const dissolve = { type: 'dissolve', durationSeconds: 1 } as const;
const document = makeTimeline([
  {
    items: [
      makeItem('video', 'a', { ...film }),
      makeItem('video', 'b', {
        ...film,
        startSeconds: 2,
        sourceStartSeconds: 2,
        transition: dissolve,
        fadeInSeconds: 1,
      }),
    ],
  },
  { items: [makeItem('picture', 'cover')] },
  { items: [makeItem('text', 'title')] },
]);

/** Returns the visible content of a look: times of the file, and other kinds. */
const getSeen = ({ document: shown, seconds }: Look): readonly (number | string)[] =>
  sceneAt(shown, seconds).layers.map(({ content }) =>
    content.type === 'video' ? Number(content.sourceSeconds.toFixed(3)) : content.type,
  );

describe('the trimmed frame', () => {
  it('is that of the file at any time of the clip, also where it is trimmed now', () => {
    const look = createTrimLook(document, 'b', () => 10);
    expect(getSeen(look(2))).toEqual([2]);
    expect(getSeen(look(0.5))).toEqual([0.5, 'text']);
    expect(getSeen(look(7.9))).toEqual([7.9]);
  });

  it('is opaque, without the transition and the fade at the edge', () => {
    const look = createTrimLook(document, 'b', () => 10);
    expect(sceneAt(look(2.02).document, look(2.02).seconds).layers.map(({ opacity }) => opacity)).toEqual([1]);
  });

  it('is found for content before the canvas', () => {
    const look = createTrimLook(document, 'a', () => 10);
    expect(getSeen(look(-0.5))[0]).toBe(0.5);
  });

  it('uses the same document for each step, and the canvas itself for audio', () => {
    const look = createTrimLook(document, 'b', () => 10);
    expect(look(2).document).toBe(look(3).document);
    const withSound = makeTimeline([{ items: [makeItem('sound', 'music')] }]);
    expect(createTrimLook(withSound, 'music', () => 10)(1)).toEqual({ document: withSound, seconds: 1 });
  });
});
