import type { StageState } from '#core/model/cut-out-checkpoint.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { blockSide, ChangeMeter, type Change } from '#workers/matting/change.ts';
import { getWhole } from '#workers/matting/crops.ts';
import type { AskedCrop, Crops, OwnMatte, Panel, WantedCrop } from '#workers/matting/panel-crops.ts';
import { maxFigures } from '#workers/matting/plan.ts';
import { listTurns } from '#workers/matting/schedule.ts';
import { restoreTracks, saveTracks, type Track } from '#workers/matting/tracks.ts';

/** The weight of the previous frames, where the image has not changed. */
const memory = 0.6;
/** The least factor of a changed block: it has its last mattes until new ones come. */
const minKept = 0.02;

/** The crops of a frame that are being processed, and what it changes in the mean. */
type Begun = { readonly asked: Promise<AskedCrop[]>; readonly kept: Float32Array };

/**
 * The frames after the first. The crops of a frame depend on the figures two frames before, so that it begins while the previous one is
 * processed, and no core waits.
 */
export class Frames {
  readonly #panel: Panel;
  readonly #crops: Crops;
  readonly #meter: ChangeMeter;
  /** The number of completed frames since the first. */
  #count = 0;
  /** The tracks after the last two completed frames, the older first. */
  #tracks: (readonly Track[])[] = [];
  /** The last completed image. */
  #last: Picture | null = null;
  /** The images that are not completed, in order, with their crops if they have begun. */
  #open: { readonly picture: Picture; begun: Begun | null }[] = [];

  constructor(panel: Panel, crops: Crops, size: Size) {
    this.#panel = panel;
    this.#crops = crops;
    this.#meter = new ChangeMeter(size);
  }

  /** Whether the next frame has no previous ones. */
  get isFirst(): boolean {
    return this.#count === 0;
  }

  /** Appends an image, unless it was announced before, and begins it as soon as possible. */
  announce(picture: Picture): void {
    if (!this.#open.some((one) => one.picture === picture)) {
      this.#open.push({ picture, begun: null });
      this.#beginOpen();
    }
  }

  /** Adds the crops of the next frame to the mean, and returns it. */
  async goOn(picture: Picture): Promise<OwnMatte> {
    const begun = this.#open.find((one) => one.picture === picture)?.begun;
    if (!begun) {
      throw new RangeError('an image was processed out of order');
    }
    const asked = await begun.asked;
    this.#crops.mean.fade(begun.kept, blockSide);
    this.#crops.add(asked);
    return this.#crops.mean.toRaster();
  }

  /** Completes a frame, with the tracks after it. */
  end(picture: Picture, tracks: readonly Track[]): void {
    this.#open = this.#open.filter((one) => one.picture !== picture);
    this.#last = picture;
    this.#count += 1;
    this.#tracks = [...this.#tracks, tracks].slice(-2);
    this.#beginOpen();
  }

  /** Forgets the previous frames. The open images follow, and the first of them becomes a first frame. */
  restart(): void {
    this.#count = 0;
    this.#tracks = [];
    this.#last = null;
    this.#open.forEach((one) => {
      one.begun = null;
    });
  }

  save(): StageState {
    const { rgb = new Uint8Array() } = this.#last ?? {};
    const tracks = this.#tracks.map(saveTracks);
    return {
      numbers: [this.#count, ...tracks.flatMap((one) => [one.length, ...one])],
      arrays: [Float32Array.from(rgb)],
    };
  }

  restore({ numbers: [count = 0, ...rest], arrays: [rgb] }: StageState): void {
    this.restart();
    this.#count = count;
    this.#last = count > 0 && rgb ? { ...this.#crops.size, rgb: Uint8Array.from(rgb) } : null;
    for (let at = 0; at < rest.length; at += 1 + (rest[at] ?? 0)) {
      this.#tracks.push(restoreTracks(rest.slice(at + 1, at + 1 + (rest[at] ?? 0))));
    }
    this.#beginOpen();
  }

  /** Begins the next two images, if the figures are known on which they depend. */
  #beginOpen(): void {
    for (const [at, one] of this.#open.slice(0, 2).entries()) {
      const before = at === 0 ? this.#last : this.#open[at - 1]?.picture;
      // The frame after the first one has no figures of two frames before.
      const tracks = this.#tracks.at(at === 0 ? 0 : -1);
      if (this.#count > 0 && before && tracks && !one.begun) {
        one.begun = this.#begin(one.picture, before, { frame: this.#count + at, tracks });
      }
    }
  }

  #begin(picture: Picture, before: Picture, at: { frame: number; tracks: readonly Track[] }): Begun {
    const change = this.#meter.measure(picture, before, at.tracks);
    const asked = this.#crops.ask(picture, this.#choose(change, at));
    // It is awaited after the previous images; until then a rejection is not unhandled.
    asked.catch(() => undefined);
    const kept = change.blocks.map((share) => (this.#panel.isBothWays ? 0 : Math.max(minKept, memory * (1 - share))));
    return { asked, kept };
  }

  /** Chooses the crops of a frame. A rare crop has the weight that it would have if it was in every frame. */
  #choose(change: Change, { frame, tracks }: { frame: number; tracks: readonly Track[] }): WantedCrop[] {
    const all = [getWhole(this.#crops.size), ...this.#crops.list(tracks)];
    if (this.#panel.isBothWays || change.all > otherPicture) {
      return all;
    }
    const situation = {
      frame,
      kinds: new Set(all.map(({ kind }) => kind)),
      isSearching: tracks.length >= maxFigures || change.outside > someoneMoves,
      isBusy: change.inside > muchMoves,
      isCalm: Math.max(change.inside, change.outside) < littleMoves,
    };
    const turns = this.#panel.groups.map(({ interval }) => listTurns(situation, interval));
    return all.flatMap((crop) => {
      const groups = turns.flatMap((list, group) => {
        const turn = list.find(({ kind }) => kind === crop.kind);
        return turn ? [[group, 1 - memory ** turn.period] as const] : [];
      });
      return groups.length > 0 ? [{ ...crop, groups: new Map(groups) }] : [];
    });
  }
}

/** The mean change outside figures from which on there may be another figure, and that of all from which on it is another image. */
const someoneMoves = 0.05;
const otherPicture = 0.9;
/** The mean change inside figures from which on one crop is too few. */
const muchMoves = 0.35;
/** The mean change, inside and outside figures, below which every other frame needs no crop. */
const littleMoves = 0.1;
