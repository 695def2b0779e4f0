import { Failure } from '#core/lib/failure.ts';
import { createRandom } from '#core/lib/random.ts';
import type { Place } from './arc.ts';
import { listCandidates, usableSeconds, type Candidate, type Take } from './candidates.ts';
import { fitShot } from './fit-shot.ts';
import type { Role, Shot, Slot } from './proposal.ts';

/** The weights of the qualities in each part of the film. */
const wishes: Readonly<Record<Role, Partial<Record<'sharpness' | 'light' | 'motion' | 'calm' | 'subject', number>>>> = {
  hook: { sharpness: 0.25, light: 0.2, motion: 0.3, subject: 0.25 },
  tease: { sharpness: 0.25, light: 0.2, motion: 0.4, subject: 0.15 },
  reveal: { sharpness: 0.3, light: 0.25, motion: 0.1, subject: 0.35 },
  feature: { sharpness: 0.35, light: 0.25, motion: 0.2, subject: 0.2 },
  end: { sharpness: 0.1, light: 0.3, calm: 0.6 },
};
/** The order in which parts choose shots: the most important first. The end card covers its shot, which may even be a repeat. */
const order: readonly Role[] = ['reveal', 'hook', 'feature', 'tease', 'end'];
/** The penalties of a shot: similar to a neighbor, from a take that is used often, rejected before, or shown already. */
const penalties = { alike: 0.35, used: 0.25, sameTake: 0.12, near: 0.1, unsound: 2, seen: 1, shortened: 0.08 } as const;
/** The random part from the seed, in units of the score. */
const whim = 0.05;
/** The duration for which an image can be shown. */
const pictureSeconds = 4;
/** The distance below which two spans of one take look like one continuous shot. */
const nearSeconds = 1;
const alternatesOfSlot = 2;

type Chosen = { readonly place: Place; readonly index: number; readonly candidate: Candidate; readonly shot: Shot };

/**
 * Chooses a shot for every slot of the film, and alternates. `locked` contains unchangeable slots by their index. Throws
 * NOT_ENOUGH_MATERIAL if the usable material is shorter than the film without its end card.
 */
export function chooseShots(
  takes: readonly Take[],
  places: readonly Place[],
  seed: number,
  locked: ReadonlyMap<number, Slot> = new Map(),
): Slot[] {
  requireEnough(takes, places);
  const choice = new Choice(takes, places, seed);
  locked.forEach((slot, index) => choice.keep(index, slot));
  for (const role of order) {
    places.forEach((place, index) => {
      if (place.role === role && !locked.has(index)) {
        choice.choose(index);
      }
    });
  }
  const ids = freeIds(places.length, locked.values()).values();
  return places.map((place, index) => {
    const kept = locked.get(index);
    return choice.toSlot(place, index, kept ?? null, kept?.id ?? ids.next().value ?? '');
  });
}

/** Returns ids for slots that no locked slot has, because a locked slot may have had another position. */
function freeIds(count: number, locked: Iterable<Slot>): string[] {
  const taken = new Set([...locked].map(({ id }) => id));
  return Array.from({ length: count + taken.size }, (_, at) => `slot-${at + 1}`).filter((id) => !taken.has(id));
}

function requireEnough(takes: readonly Take[], places: readonly Place[]): void {
  const neededSeconds = places.reduce(
    (sum, { role, durationSeconds }) => sum + (role === 'end' ? 0 : durationSeconds),
    0,
  );
  const usable = usableSeconds(takes, pictureSeconds);
  if (usable < neededSeconds) {
    const missingSeconds = Math.ceil(10 * (neededSeconds - usable)) / 10;
    throw new Failure('NOT_ENOUGH_MATERIAL', {
      message: `The takes have ${usable.toFixed(1)} s that are sharp and well lit, and the film needs ${neededSeconds.toFixed(1)} s: ${missingSeconds} s are missing. Add videos or images (each image counts as ${pictureSeconds} s), or choose a shorter film.`,
      details: { missingSeconds, neededSeconds, usableSeconds: usable },
    });
  }
}

class Choice {
  readonly #takes: readonly Take[];
  readonly #places: readonly Place[];
  readonly #random: () => number;
  readonly #chosen = new Map<number, Chosen>();
  readonly #candidates = new Map<number, readonly (Candidate & { readonly whim: number })[]>();

  constructor(takes: readonly Take[], places: readonly Place[], seed: number) {
    this.#takes = takes;
    this.#places = places;
    this.#random = createRandom(seed);
  }

  keep(index: number, slot: Slot): void {
    const take = this.#takes.findIndex(({ material }) => material === slot.shot.material);
    const place = this.#places[index];
    const shot = refit(slot, place?.durationSeconds ?? 1, this.#takes[take]);
    const [nearest] = this.#of(place?.durationSeconds ?? 1)
      .filter((candidate) => candidate.take === take)
      .toSorted((a, b) => Math.abs(a.startSeconds - shot.startSeconds) - Math.abs(b.startSeconds - shot.startSeconds));
    if (place && nearest) {
      const candidate = { ...nearest, startSeconds: shot.startSeconds, endSeconds: shot.endSeconds };
      this.#chosen.set(index, { place, index, candidate, shot });
    }
  }

  choose(index: number): void {
    const place = this.#places[index];
    const best = place && this.#rank(place, index)[0];
    if (!best) {
      throw new Failure('NOT_ENOUGH_MATERIAL', {
        message:
          'The shots of the takes are too short for this film: it needs one of at least a second. Add longer videos, or images.',
        details: { missingSeconds: place?.durationSeconds ?? 0 },
      });
    }
    this.#chosen.set(index, { place, index, candidate: best.candidate, shot: this.#toShot(best) });
  }

  toSlot({ text, ...place }: Place, index: number, locked: Slot | null, id: string): Slot {
    const chosen = this.#chosen.get(index);
    const shot = chosen?.shot ??
      locked?.shot ?? { material: '', startSeconds: 0, endSeconds: 0, score: 0, reasons: [] };
    const words = locked ? locked.text : text;
    const alternates = this.#findAlternates({ ...place, role: place.role }, index, shot);
    return {
      id,
      ...place,
      shot,
      alternates,
      ...(words !== undefined && { text: words }),
      isLocked: locked !== null,
    };
  }

  /** Returns the next best shots, of other takes or times; of any if there are few. */
  #findAlternates(place: Place, index: number, shot: Shot): Shot[] {
    const found: Shot[] = [];
    for (const distance of [nearSeconds, 0.3]) {
      for (const ranked of this.#rank(place, index)) {
        const other = this.#toShot(ranked);
        const isOther = [shot, ...found].every(
          (one) =>
            one.material !== other.material || Math.abs(one.startSeconds - other.startSeconds) >= distance - 1e-6,
        );
        if (isOther && found.length < alternatesOfSlot) {
          found.push(other);
        }
      }
    }
    return found;
  }

  #rank(place: Place, index: number): { candidate: Candidate; score: number }[] {
    return this.#of(place.durationSeconds)
      .map((candidate) => ({ candidate, score: this.#score(candidate, place, index) + candidate.whim }))
      .toSorted((one, other) => other.score - one.score);
  }

  #of(seconds: number) {
    const key = Math.round(seconds * 1000);
    const known = this.#candidates.get(key);
    if (known) {
      return known;
    }
    const listed = listCandidates(this.#takes, seconds).map((candidate) => ({
      ...candidate,
      whim: whim * this.#random(),
    }));
    this.#candidates.set(key, listed);
    return listed;
  }

  #score(candidate: Candidate, { role, durationSeconds }: Place, index: number): number {
    const { qualities } = candidate;
    const wish = Object.entries(wishes[role]);
    const own = wish.reduce((sum, [name, weight]) => sum + weight * getQuality(candidate, name), 0);
    const others = [...this.#chosen.values()].filter((one) => one.index !== index);
    const seen = others.some((one) => overlap(one.candidate, candidate));
    const uses = others.filter((one) => one.candidate.take === candidate.take).length;
    const isNear = others.some(
      (one) =>
        one.candidate.take === candidate.take &&
        Math.abs(one.candidate.startSeconds - candidate.startSeconds) < nearSeconds + durationSeconds,
    );
    const neighbours = others.filter((one) => Math.abs(one.index - index) === 1);
    const alike = Math.max(0, ...neighbours.map((one) => this.#alikeness(one.candidate, candidate)));
    const isSlowed = candidate.endSeconds - candidate.startSeconds < durationSeconds - 1e-3;
    return (
      own -
      (qualities.isSound ? 0 : penalties.unsound) -
      (seen ? penalties.seen : 0) -
      (penalties.used * uses) / Math.max(1, this.#places.length / this.#takes.length) -
      (neighbours.some((one) => one.candidate.take === candidate.take) ? penalties.sameTake : 0) -
      (isNear ? penalties.near : 0) -
      (isSlowed ? penalties.shortened : 0) -
      penalties.alike * alike
    );
  }

  /** Returns the similarity of the colors of two shots, 0 to 1. */
  #alikeness(one: Candidate, other: Candidate): number {
    const colours = ({ take, shot }: Candidate): readonly number[] =>
      this.#takes[take]?.footage.shots[shot]?.colours ?? [];
    const others = colours(other);
    return colours(one).reduce((sum, share, at) => sum + Math.min(share, others[at] ?? 0), 0);
  }

  #toShot({ candidate, score }: { candidate: Candidate; score: number }): Shot {
    return {
      material: this.#takes[candidate.take]?.material ?? '',
      startSeconds: candidate.startSeconds,
      endSeconds: candidate.endSeconds,
      score: Math.round(100 * Math.min(1, Math.max(0, score))) / 100,
      reasons: getReasons(candidate, this.#takes[candidate.take]?.footage.kind === 'picture'),
    };
  }
}

/** Fits the shot of a locked slot into a slot of another duration. */
const refit = ({ shot, durationSeconds }: Slot, seconds: number, take: Take | undefined): Shot =>
  (take && fitShot(shot, durationSeconds, seconds, take.footage)) ?? shot;

function getQuality({ qualities }: Candidate, name: string): number {
  const { sharpness, light, motion, calm, subject } = qualities;
  const values: Readonly<Record<string, number>> = { sharpness, light, motion, calm, subject };
  return values[name] ?? 0;
}

const overlap = (one: Candidate, other: Candidate): boolean =>
  one.take === other.take && one.startSeconds < other.endSeconds - 1e-6 && other.startSeconds < one.endSeconds - 1e-6;

/** Returns the reasons for and against a shot, as text. */
function getReasons({ qualities }: Candidate, isPicture: boolean): string[] {
  const { sharpness, light, motion, calm, subject, hasFace, isSound } = qualities;
  const said: (string | false)[] = [
    !isSound && 'partly dark, overexposed or blurred; nothing better is left',
    sharpness > 0.75 && 'sharp',
    light > 0.6 && 'well lit',
    isPicture ? 'a still image with a slow zoom' : motion > 0.6 ? 'lively' : calm > 0.6 && 'calm',
    hasFace ? 'a face' : subject > 0.35 && 'one clear subject',
  ];
  const reasons = said.filter((one): one is string => one !== false);
  return reasons.length > 0 ? reasons : ['the best remaining shot'];
}
