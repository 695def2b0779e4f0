import { describe, expect, it } from 'vitest';
import type { Footage, FootageSample, Region } from '#core/analysis/footage.ts';
import { Failure } from '#core/lib/failure.ts';
import { planArc } from './arc.ts';
import { listCandidates, type Take } from './candidates.ts';
import { chooseShots } from './choose-shots.ts';
import { planBed } from './film-music.ts';
import type { Slot } from './proposal.ts';

const good: FootageSample = {
  atSeconds: 0,
  light: 0.45,
  darkShare: 0.05,
  burntShare: 0,
  sharpness: 1,
  contrast: 0.2,
  motion: 0.01,
  attention: { x: 0.4, y: 0.3, width: 0.3, height: 0.4 },
  faces: null,
};

/** Creates a take whose samples are changed at some times. */
function makeTake(
  name: string,
  seconds: number,
  change: (atSeconds: number) => Partial<FootageSample> = () => ({}),
): Take {
  const samples = Array.from({ length: Math.ceil(seconds * 5) }, (_, at) => ({
    ...good,
    atSeconds: at / 5,
    ...change(at / 5),
  }));
  const colours = Array.from({ length: 64 }, (_, at) => (at === name.charCodeAt(0) % 64 ? 1 : 0));
  return {
    material: name,
    footage: makeFootage(seconds, samples, [{ startSeconds: 0, endSeconds: seconds, colours }]),
  };
}

const makeFootage = (durationSeconds: number, samples: FootageSample[], shots: Footage['shots']): Footage => ({
  kind: 'video',
  width: 1280,
  height: 720,
  durationSeconds,
  hasSound: true,
  shots,
  samples,
});

const picture = (name: string): Take => ({
  material: name,
  footage: { ...makeTake(name, 0.2).footage, kind: 'picture', durationSeconds: 0 },
});

const places = planArc(planBed(320 / 3, 15, 1), 15, { title: 'T', points: ['A', 'B'], end: 'E' });
const isOverlap = (one: Slot, other: Slot): boolean =>
  one.shot.material === other.shot.material &&
  one.shot.startSeconds < other.shot.endSeconds - 1e-6 &&
  other.shot.startSeconds < one.shot.endSeconds - 1e-6;
const repeats = (slots: readonly Slot[]): number =>
  slots.filter((slot, at) => slots.slice(0, at).some((one) => isOverlap(one, slot))).length;

describe('the qualities of a span', () => {
  const inside = { x: 0.35, y: 0, width: 0.3, height: 1 };
  const toInside = (region: Region): Region => ({
    ...region,
    x: (region.x - inside.x) / inside.width,
    width: region.width / inside.width,
  });
  const attention = { x: 0.4, y: 0.2, width: 0.2, height: 0.4 };
  const face = { x: 0.44, y: 0.3, width: 0.06, height: 0.12 };

  it.each<{ faces: Region[] }>([{ faces: [] }, { faces: [face] }])(
    'are those of the film within black borders, with $faces.length faces',
    ({ faces }) => {
      const bordered = makeTake('a', 4, () => ({ faces, attention }));
      const known = { ...bordered, footage: { ...bordered.footage, inside } };
      const alone = makeTake('a', 4, () => ({ faces: faces.map(toInside), attention: toInside(attention) }));
      const getSubjects = (take: Take) =>
        listCandidates([take], 2).map(({ qualities }) => qualities.subject.toFixed(6));
      expect(getSubjects(known)).toEqual(getSubjects(alone));
      expect(getSubjects(known)).not.toEqual(getSubjects(bordered));
    },
  );
});

describe('the choice of shots', () => {
  it('shows nothing that is black, overexposed or blurred if there is something better', () => {
    const takes = [
      makeTake('a', 12, (at) => (at < 4 ? { light: 0.02, darkShare: 1 } : {})),
      makeTake('b', 12, (at) => (at > 8 ? { sharpness: 0.1 } : {})),
      makeTake('c', 6, () => ({ burntShare: 0.8, light: 0.95 })),
    ];
    for (const { shot } of chooseShots(takes, places, 1)) {
      expect(shot.material).not.toBe('c');
      expect(shot.material === 'a' && shot.startSeconds < 3.9).toBe(false);
      expect(shot.material === 'b' && shot.endSeconds > 8.3).toBe(false);
    }
  });

  it('shows nothing twice if there is more, and gives each slot two alternates', () => {
    const slots = chooseShots([makeTake('a', 14), makeTake('b', 14), makeTake('c', 14)], places, 1);
    expect(repeats(slots)).toBe(0);
    expect(new Set(slots.map(({ shot }) => shot.material)).size).toBe(3);
    for (const { shot, alternates, durationSeconds } of slots) {
      expect(alternates).toHaveLength(2);
      expect(shot.endSeconds - shot.startSeconds).toBeCloseTo(durationSeconds, 2);
      expect(shot.reasons.length).toBeGreaterThan(0);
      alternates.forEach((one) => expect(one).not.toEqual(shot));
    }
  });

  it('shows every take before it shows one again, even if some are worse', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].slice(0, places.length);
    const takes = names.map((name, index) =>
      makeTake(name, 12, () => (index < 3 ? {} : { contrast: 0.1, motion: 0.008 })),
    );
    const shown = chooseShots(takes, places, 1).map(({ shot }) => shot.material);
    expect(shown.toSorted()).toEqual(names);
  });

  it('gives an alternate even from one clip', () => {
    const slots = chooseShots([makeTake('a', 16)], places, 1);
    slots.forEach(({ alternates }) => expect(alternates.length).toBeGreaterThan(0));
  });

  it('stays within the shots of a take', () => {
    const shots = Array.from({ length: 10 }, (_, at) => ({
      startSeconds: at * 3,
      endSeconds: at * 3 + 3,
      colours: [],
    }));
    const whole = makeTake('a', 30);
    const slots = chooseShots([{ ...whole, footage: { ...whole.footage, shots } }], places, 1);
    for (const { shot } of slots) {
      expect(Math.floor(shot.startSeconds / 3)).toBe(Math.floor((shot.endSeconds - 1e-6) / 3));
    }
  });

  it('is the same for the same seed, and differs for others', () => {
    const takes = [makeTake('a', 20), makeTake('b', 20)];
    expect(chooseShots(takes, places, 5)).toEqual(chooseShots(takes, places, 5));
    const starts = (seed: number): number[] => chooseShots(takes, places, seed).map(({ shot }) => shot.startSeconds);
    expect(new Set([1, 2, 3, 4].map((seed) => starts(seed).join())).size).toBeGreaterThan(1);
  });

  it('fits a locked shot into a slot that has become longer or shorter, within its take', () => {
    const takes = [makeTake('a', 20), makeTake('b', 20)];
    const slots = chooseShots(takes, places, 1);
    for (const [startSeconds, span] of [
      [19.6, 0.3],
      [4, 9],
    ] as const) {
      const locked = slots.slice(0, 1).map((slot) => ({
        ...slot,
        shot: { ...slot.shot, material: 'a', startSeconds, endSeconds: startSeconds + span },
      }));
      const [first] = chooseShots(takes, places, 9, new Map(locked.entries()));
      expect(first?.shot.material).toBe('a');
      const { startSeconds: from = 0, endSeconds: to = 0 } = first?.shot ?? {};
      expect(to - from).toBeCloseTo(first?.durationSeconds ?? 0, 2);
      expect(to).toBeLessThanOrEqual(20);
    }
  });

  it('gives no slot the id of a slot that is locked elsewhere', () => {
    const takes = [makeTake('a', 20), makeTake('b', 20)];
    const slots = chooseShots(takes, places, 1);
    const [, second, , , fifth] = slots;
    const locked = new Map([second, fifth].flatMap((slot, at) => (slot ? [[4 * at + 2, slot] as const] : [])));
    const ids = chooseShots(takes, places, 9, locked).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([ids[2], ids[6]]).toEqual([second?.id, fifth?.id]);
  });

  it('considers about as many spans of a take of hours as of one of minutes', () => {
    const shots = [{ startSeconds: 0, endSeconds: 7200, colours: [] }];
    const long: Take = { material: 'a', footage: { ...makeTake('a', 1).footage, durationSeconds: 7200, shots } };
    expect(listCandidates([long], 2).length).toBeLessThan(2100);
  });

  it('keeps locked shots, and shows them nowhere else', () => {
    const takes = [makeTake('a', 20), makeTake('b', 20)];
    const first = chooseShots(takes, places, 1);
    const slot = first[2];
    const locked = new Map(slot ? [[2, { ...slot, text: 'mine', isLocked: true }]] : []);
    const again = chooseShots(takes, places, 9, locked);
    expect(again[2]).toMatchObject({ shot: slot?.shot, text: 'mine', isLocked: true });
    expect(repeats(again)).toBe(0);
  });

  it('creates a film from images', () => {
    const slots = chooseShots(['a', 'b', 'c', 'd', 'e'].map(picture), places, 1);
    expect(new Set(slots.map(({ shot }) => shot.material)).size).toBe(5);
    slots.forEach(({ shot, durationSeconds }) => expect(shot.endSeconds).toBeCloseTo(durationSeconds, 6));
  });

  it('reports how many seconds are missing', () => {
    const short = (): unknown => chooseShots([makeTake('a', 5)], places, 1);
    expect(short).toThrow(Failure);
    try {
      short();
    } catch (thrown) {
      const { code, message, details } = Failure.from(thrown);
      expect(code).toBe('NOT_ENOUGH_MATERIAL');
      expect(message).toMatch(/7\.\d s are missing/);
      expect(details).toMatchObject({ missingSeconds: expect.closeTo(7.4, 0) });
    }
  });
});
