import { describe, expect, it } from 'vitest';
import type { Footage } from '#core/analysis/footage.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { planArc } from '../arc.ts';
import { chooseShots } from '../choose-shots.ts';
import { getCanvas, filmDocument, type Film } from '../document.ts';
import { planBed } from '../film-music.ts';
import type { LaunchProposal } from '../proposal.ts';
import { draftFilm } from './film-draft.ts';

/** A take with a face in the middle, where a title would be. */
const footage: Footage = {
  kind: 'video',
  width: 1920,
  height: 1080,
  durationSeconds: 40,
  hasSound: false,
  shots: [{ startSeconds: 0, endSeconds: 40, colours: [] }],
  samples: Array.from({ length: 200 }, (_, at) => ({
    atSeconds: at / 5,
    light: 0.5,
    darkShare: 0,
    burntShare: 0,
    sharpness: 1,
    contrast: 0.2,
    motion: 0.02,
    attention: { x: 0.4, y: 0.4, width: 0.2, height: 0.2 },
    faces: [{ x: 0.7, y: 0.35, width: 0.1, height: 0.2 }],
  })),
};

const getPlaces = ({ tracks }: TimelineDocument) =>
  tracks.flatMap(({ items }) =>
    items.map((item) => ('x' in item ? [item.id, item.x, item.y, item.height] : [item.id])),
  );

describe('the film of an unedited shot map', () => {
  it('has its shots and its title in their original positions', () => {
    const takes = [{ material: 'a', assetId: 'asset_a', footage }];
    const music = planBed(null, 15, 1);
    const places = planArc(music, 15, { title: 'Title', points: [], end: 'The end' });
    const film: Film = {
      title: 'Title',
      canvas: getCanvas('9:16', 720),
      frameRate: 30,
      lengthSeconds: 15,
      proposal: {
        ...music,
        beats: [...music.beats],
        tempoAlternates: [],
        music: 'made',
        takes: [{ material: 'a', kind: 'video', durationSeconds: 40 }],
        slots: chooseShots(takes, places, 1),
      },
      takes,
      music: { assetId: 'asset_m', passages: music.passages },
      levels: { music: 1, speech: 1 },
      logo: null,
      keepsSpeech: false,
    };
    const document = filmDocument(film);
    const made = { proposal: film.proposal, document, keepsSpeech: false };
    const draft = draftFilm(made, film.proposal, [{ material: 'a', assetId: 'asset_a', width: 1920, height: 1080 }]);
    expect(getPlaces(draft)).toEqual(getPlaces(document));
    const title = document.tracks.flatMap(({ items }) => items).find(({ role }) => role === 'title');
    expect(title && 'y' in title ? title.y : 0).not.toBe(640);
  });
});

describe('a shot that was swapped for one of another take', () => {
  it('does not show the black borders of that take, like the final film', () => {
    const inside = { x: 0.35, y: 0, width: 0.3, height: 1 };
    const shot = (material: string) => ({ material, startSeconds: 0, endSeconds: 5, score: 1, reasons: [] });
    const slot = { id: 'slot-1', role: 'hook' as const, startSeconds: 0, durationSeconds: 5, isLocked: false };
    const proposal: LaunchProposal = {
      bpm: 120,
      tempoAlternates: [],
      beats: [0],
      dropSeconds: 0,
      music: 'made',
      musicStartSeconds: 0,
      takes: [
        { material: 'a', kind: 'video', durationSeconds: 40 },
        { material: 'b', kind: 'video', durationSeconds: 40, inside },
      ],
      slots: [{ ...slot, shot: shot('a'), alternates: [shot('b')] }],
    };
    const canvas = getCanvas('9:16', 720);
    const film = (edited: LaunchProposal): Film => ({
      title: '',
      canvas,
      frameRate: 30,
      lengthSeconds: 5,
      proposal: edited,
      takes: [
        { material: 'a', assetId: 'asset_a', footage },
        { material: 'b', assetId: 'asset_b', footage: { ...footage, inside } },
      ],
      music: { assetId: 'asset_m', passages: [] },
      levels: { music: 1, speech: 1 },
      logo: null,
      keepsSpeech: false,
    });
    const edited = { ...proposal, slots: [{ ...slot, shot: shot('b'), alternates: [shot('a')] }] };
    const known = ['a', 'b'].map((material) => ({ material, assetId: `asset_${material}`, width: 1920, height: 1080 }));
    const draft = draftFilm({ proposal, document: filmDocument(film(proposal)), keepsSpeech: false }, edited, known);
    const getSize = ({ tracks }: TimelineDocument) =>
      tracks.flatMap(({ items }) =>
        items.flatMap((item) => (item.type === 'video' ? [[item.width, item.height]] : [])),
      );
    expect(getSize(draft)).toEqual(getSize(filmDocument(film(edited))));
    expect(getSize(draft)[0]?.[0]).toBeGreaterThan(canvas.width / 0.31);
  });
});
