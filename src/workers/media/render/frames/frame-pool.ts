import type { Source } from '../../source/source.ts';
import { Lane, type HeldPicture } from './lane.ts';

/** The frame that an item shows of a video. */
export type Wanted = { readonly itemId: string; readonly assetId: string; readonly seconds: number };

/** A frame and its lane. */
export type Shown = HeldPicture & { readonly lane: Lane };

export type FramePoolPorts = {
  /**
   * Opens an asset as a video; null, with a warning, if it is not a video. Rejects if it may be readable later; it is then retried.
   */
  open(assetId: string): Promise<Source | null>;
  /** Called for an asset that cannot be decoded from some point on. */
  onBreak(assetId: string): void;
};

/** The maximum distance of a lane to an upcoming item for which it is reused. */
const reachSeconds = 3.5;
/** The maximum distance before a time from which a decoder reaches it without a visible delay. */
const nearSeconds = 0.2;
/** The time after which a failed asset is retried. */
const retryMs = 3000;
/** The maximum time difference of layers that share a decoder. */
const sameSeconds = 1e-6;

type OpenLane = { readonly assetId: string; readonly lane: Promise<Lane | null>; seconds: number };

/** The decoders of a canvas: one for each visible or upcoming item. */
export class FramePool {
  readonly #ports: FramePoolPorts;
  /** The open lanes by item. */
  readonly #lanes = new Map<string, OpenLane>();
  /** Assets that cannot be opened, and the time of the next attempt. */
  readonly #unusable = new Map<string, number>();
  /** The visible and upcoming items. */
  #needed = new Set<string>();
  readonly #closing = new Set<Promise<void>>();

  constructor(ports: FramePoolPorts) {
    this.#ports = ports;
  }

  /** The number of decoders. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Declares the visible items, and the upcoming ones with their start times. Decoders of all other items are closed. */
  prepare(seen: readonly Wanted[], soon: readonly Wanted[]): void {
    this.#needed = new Set([...seen, ...soon].map(({ itemId }) => itemId));
    for (const wanted of soon) {
      if (!this.#lanes.has(wanted.itemId) && !this.#willBeReached(wanted)) {
        this.#open(wanted);
        void this.#at(wanted);
      }
    }
    for (const [itemId, { assetId }] of this.#lanes) {
      // Another item may continue where this one ended.
      const isWanted = [...seen, ...soon].some((one) => one.assetId === assetId && !this.#lanes.has(one.itemId));
      if (!this.#needed.has(itemId) && !isWanted) {
        this.#close(itemId);
      }
    }
  }

  /** Returns the frames of the items of one scene, in their order; null for undecodable ones. */
  async take(wanted: readonly Wanted[]): Promise<(Shown | null)[]> {
    wanted.forEach(({ itemId }) => this.#needed.add(itemId));
    const firsts = wanted.map((one) => wanted.find((other) => isSame(one, other)) ?? one);
    const shown = new Map<Wanted, Promise<Shown | null>>();
    for (const one of firsts) {
      if (!shown.has(one)) {
        this.#open(one);
        shown.set(one, this.#at(one));
      }
    }
    return Promise.all(firsts.map((one) => shown.get(one) ?? Promise.resolve(null)));
  }

  /** Returns the source of an asset, from any item that has it open. */
  async getSource(wanted: Wanted): Promise<Source | null> {
    this.#needed.add(wanted.itemId);
    this.#open(wanted);
    return (await this.#lanes.get(wanted.itemId)?.lane)?.source ?? null;
  }

  /** Returns whether the decoder of an item is so close before a time that it reaches it soon. */
  isNear({ itemId, seconds }: Wanted): boolean {
    const ahead = seconds - (this.#lanes.get(itemId)?.seconds ?? Number.POSITIVE_INFINITY);
    return ahead >= 0 && ahead < nearSeconds;
  }

  /** Closes assets with new files, and forgets that they could not be opened. */
  renew(assetIds: readonly string[]): void {
    for (const assetId of assetIds) {
      this.#unusable.delete(assetId);
      const owners = [...this.#lanes].filter(([, lane]) => lane.assetId === assetId);
      owners.forEach(([itemId]) => this.#close(itemId));
    }
  }

  async close(): Promise<void> {
    for (const itemId of this.#lanes.keys()) {
      this.#close(itemId);
    }
    await Promise.all(this.#closing);
  }

  /** Opens a lane for an item: an unused one, preferably the nearest before it, or a new one. */
  #open({ itemId, assetId, seconds }: Wanted): void {
    if ((this.#unusable.get(assetId) ?? Number.POSITIVE_INFINITY) <= performance.now()) {
      this.#unusable.delete(assetId);
    }
    const known = this.#lanes.get(itemId);
    if (known && known.assetId !== assetId) {
      // The item shows another material now.
      this.#close(itemId);
    }
    if (this.#lanes.has(itemId) || this.#unusable.has(assetId)) {
      return;
    }
    const distance = (at: number): number => (at <= seconds ? seconds - at : Number.MAX_VALUE);
    const [idle] = [...this.#lanes]
      .filter(([owner, lane]) => lane.assetId === assetId && !this.#needed.has(owner))
      .toSorted(([, one], [, other]) => distance(one.seconds) - distance(other.seconds));
    if (idle) {
      this.#lanes.delete(idle[0]);
      this.#lanes.set(itemId, idle[1]);
    } else {
      const lane = this.#start(assetId);
      this.#lanes.set(itemId, { assetId, lane, seconds });
      void lane.then((opened) => opened ?? this.#forget(lane));
    }
  }

  async #start(assetId: string): Promise<Lane | null> {
    try {
      const source = await this.#ports.open(assetId);
      if (source) {
        return new Lane(assetId, source, () => this.#ports.onBreak(assetId));
      }
      this.#unusable.set(assetId, Number.POSITIVE_INFINITY);
    } catch {
      this.#unusable.set(assetId, performance.now() + retryMs);
    }
    return null;
  }

  async #at({ itemId, seconds }: Wanted): Promise<Shown | null> {
    const open = this.#lanes.get(itemId);
    if (!open) {
      return null;
    }
    open.seconds = seconds;
    const lane = await open.lane;
    const held = (await lane?.at(seconds)) ?? null;
    return lane && held && { ...held, lane };
  }

  #willBeReached({ assetId, seconds }: Wanted): boolean {
    return [...this.#lanes.values()].some(
      (lane) => lane.assetId === assetId && lane.seconds <= seconds && seconds - lane.seconds < reachSeconds,
    );
  }

  /** Removes a lane that could not be opened from its item, so that the asset can be retried. */
  #forget(empty: Promise<Lane | null>): void {
    const [owner] = [...this.#lanes].find(([, { lane }]) => lane === empty) ?? [];
    if (owner !== undefined) {
      this.#lanes.delete(owner);
    }
  }

  #close(itemId: string): void {
    const open = this.#lanes.get(itemId);
    this.#lanes.delete(itemId);
    const closed = (open?.lane ?? Promise.resolve(null)).then((lane) => lane?.close());
    const settled = closed.catch(() => undefined).finally(() => this.#closing.delete(settled));
    this.#closing.add(settled);
  }
}

const isSame = (one: Wanted, other: Wanted): boolean =>
  one.assetId === other.assetId && Math.abs(one.seconds - other.seconds) < sameSeconds;
