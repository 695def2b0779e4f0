import { describe, expect, it } from 'vitest';
import type { Footage } from '#core/analysis/footage.ts';
import { checkDocument } from '#core/timeline/check.ts';
import { timelineDocument } from '#core/timeline/document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { soundIn } from '#core/timeline/sound.ts';
import { planArc } from './arc.ts';
import { chooseShots } from './choose-shots.ts';
import { getCanvas, filmDocument, readingSeconds, type Film } from './document.ts';
import { planBed } from './film-music.ts';

const makeFootage = (kind: Footage['kind'], durationSeconds: number): Footage => ({
  kind,
  width: 1920,
  height: 1080,
  durationSeconds,
  hasSound: true,
  shots: [{ startSeconds: 0, endSeconds: durationSeconds, colours: [] }],
  samples: Array.from({ length: kind === 'picture' ? 1 : durationSeconds * 5 }, (_, at) => ({
    atSeconds: at / 5,
    light: 0.5,
    darkShare: 0,
    burntShare: 0,
    sharpness: 1,
    contrast: 0.2,
    motion: 0.02,
    attention: { x: 0.02 * (at % 30), y: 0.4, width: 0.2, height: 0.3 },
    faces: null,
  })),
});

function makeFilm({
  aspect = '16:9',
  seconds = 30,
  ...fields
}: { aspect?: '16:9' | '9:16'; seconds?: 15 | 30 } & Partial<Film> = {}): Film {
  const takes = [
    { material: 'a', assetId: 'asset_a', footage: makeFootage('video', 30) },
    { material: 'b', assetId: 'asset_b', footage: makeFootage('video', 30) },
    { material: 'p', assetId: 'asset_p', footage: makeFootage('picture', 0) },
  ];
  const music = planBed(null, seconds, 1);
  const places = planArc(music, seconds, {
    title: 'Title',
    points: ['A short point', 'Another point'],
    end: 'The end',
  });
  return {
    title: 'Title',
    canvas: getCanvas(aspect, 720),
    frameRate: 30,
    lengthSeconds: seconds,
    proposal: {
      ...music,
      beats: [...music.beats],
      tempoAlternates: [],
      music: 'made',
      takes: [],
      slots: chooseShots(takes, places, 1),
    },
    takes,
    music: { assetId: 'asset_m', passages: music.passages },
    levels: { music: 1, speech: 1 },
    logo: { assetId: 'asset_l', width: 400, height: 200 },
    keepsSpeech: false,
    ...fields,
  };
}

const kinds = { asset_a: 'video', asset_b: 'video', asset_p: 'picture', asset_m: 'sound', asset_l: 'picture' } as const;
const findKind = (id: string) => Object.entries(kinds).find(([name]) => name === id)?.[1];

describe('the canvas of a launch film', () => {
  it.each(['16:9', '9:16'] as const)('is a valid document at %s', (aspect) => {
    const document = filmDocument(makeFilm({ aspect }));
    expect(timelineDocument.parse(document)).toEqual(document);
    expect(checkDocument(document, findKind)).toEqual([]);
    expect(getDocumentSeconds(document)).toBeCloseTo(30, 6);
  });

  it('plays the requested audio tracks of the takes and of the music', () => {
    const { music } = makeFilm({});
    const film = makeFilm({ keepsSpeech: true, audioTrack: 1, music: { ...music, audioTrack: 2 } });
    const spans = soundIn(filmDocument(film), { startSeconds: 0, endSeconds: 30 });
    expect(new Set(spans.map(({ trackId, audioTrack }) => `${trackId} ${audioTrack}`))).toEqual(
      new Set(['shots 1', 'music 2']),
    );
  });

  it('starts every shot on the frame nearest to its beat, without a gap', () => {
    const film = makeFilm();
    const shots = filmDocument(film).tracks[0]?.items ?? [];
    shots.forEach((shot, at) => {
      expect(Math.abs(shot.startSeconds - (film.proposal.slots[at]?.startSeconds ?? 0))).toBeLessThanOrEqual(
        0.5 / 30 + 1e-9,
      );
      expect(shot.startSeconds + shot.durationSeconds).toBeCloseTo(shots[at + 1]?.startSeconds ?? 30, 6);
    });
  });

  it('shows words long enough to read them', () => {
    const document = filmDocument(makeFilm({ seconds: 15 }));
    const texts = document.tracks.flatMap(({ items }) => items).filter((item) => item.type === 'text');
    expect(texts.map(({ text }) => text)).toEqual(['Title', 'A short point', 'Another point', 'The end']);
    for (const { text, durationSeconds } of texts) {
      expect(durationSeconds).toBeGreaterThanOrEqual(readingSeconds(text) - 0.05);
    }
  });

  it('has only music, unless speech is kept: then the music is lower under it', () => {
    const heard = (film: Film) => {
      const items = filmDocument(film).tracks.flatMap((track) => track.items);
      const music = items.find(({ role }) => role === 'music');
      return {
        shots: items.filter((item) => item.type === 'video' && !item.isMuted).length,
        ducks: music && 'ducksUnder' in music ? music.ducksUnder : undefined,
      };
    };
    expect(heard(makeFilm())).toEqual({ shots: 0, ducks: undefined });
    const kept = heard(makeFilm({ keepsSpeech: true }));
    expect(kept.shots).toBeGreaterThan(5);
    expect(kept.ducks).toBe('shots');
  });
});
