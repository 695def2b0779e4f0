import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Item } from '#core/timeline/document.ts';
import type { TimeRange } from './geometry.ts';
import { createRowRanges } from './row-ranges.ts';

/** What of the timeline is seen, and how pointers act on it. */
export type TimelineView = {
  readonly pixelsPerSecond: Signal<number>;
  /** The zoom, rounded down by steps of an eighth of a doubling: names are cut by it, so that zooming a little changes none. */
  readonly titleZoom: ReadonlySignal<number>;
  /** The time at the left edge, in seconds of the canvas. */
  readonly startSeconds: Signal<number>;
  readonly isSnapping: Signal<boolean>;
  readonly tool: Signal<Tool>;
  /** Whether deleting and trimming closes the gap on all tracks. */
  readonly isRippling: Signal<boolean>;
  /** How much of the tracks is seen, in pixels. */
  readonly widthPx: Signal<number>;
  /** How many rows are rendered at most. */
  readonly rowsMost: Signal<number>;
  /** The ruler renders this time; it changes by large steps. */
  readonly range: ReadonlySignal<TimeRange>;
  /** The time that a row renders: each has its steps at other places, so that they and the ruler do not all render in one frame. */
  readonly rangeOf: (number: number) => ReadonlySignal<TimeRange>;
  /** What a gesture of the timeline makes of clips until it ends; null while there is none. */
  readonly gesture: Signal<ShownGesture | null>;
  /** The clip that a mouse or pen is over. */
  readonly pointedId: Signal<string | null>;
  /** Whether a pointer gave the focus last: arrows then go on to move the playhead. */
  readonly isByPointer: Signal<boolean>;
  /** The clip that Tab goes to, and whether it is to take the focus when it is rendered. */
  readonly focused: Signal<{ readonly itemId: string; readonly isWanted: boolean } | null>;
  /** Where a material that is dragged over the tracks would be. */
  readonly drop: Signal<DropPlace | null>;
  /** What is drawn around to be selected, in seconds and in pixels from the top of the tracks. */
  readonly marquee: Signal<Marquee | null>;
  /** Whether the clips are shown as a table. */
  readonly isTable: Signal<boolean>;
  /** The menu of what was clicked with the other button: at a point of the window, for a time and a track. */
  readonly menu: Signal<OpenMenu | null>;
  /** The id of the track or marker whose name is being written. */
  readonly renaming: Signal<string | null>;
};

/** `razor` splits what is clicked; `slip` draws another part of the source into a clip. */
export type Tool = 'select' | 'razor' | 'slip';

/** How clips are shown during a gesture. */
export type ShownGesture = {
  /** The clips that the hand moves; they stay rendered wherever they go. */
  readonly heldIds: ReadonlySet<string>;
  /** What is to be shown in place of items of the document. */
  readonly items: ReadonlyMap<string, Item>;
  /** The clips that stay where they are while copies of them are dragged, and the places of their rows. */
  readonly stays: readonly { readonly item: Item; readonly topPx: number; readonly heightPx: number }[];
  /** The times of markers that are moved. */
  readonly markers: ReadonlyMap<string, number>;
  /** How far clips are shown from their own rows, in pixels downwards. */
  readonly rowShifts: ReadonlyMap<string, number>;
  /** Where an edge was drawn to. */
  readonly snapSeconds: number | null;
  /** What the clips in the hand say of it. */
  readonly says: string | null;
  /** Why it cannot be done here; null where it can. */
  readonly refusal: string | null;
  /** Where a new track would be. */
  readonly newTrack: 'above' | 'below' | null;
};

/** Without a track of its kind under the pointer, a place is found for it. */
type DropPlace = {
  readonly trackId: string | null;
  readonly atSeconds: number;
  readonly durationSeconds: number;
  readonly topPx: number | null;
  readonly heightPx: number;
};

export type Marquee = TimeRange & { readonly topPx: number; readonly bottomPx: number };

export type OpenMenu = {
  readonly x: number;
  readonly y: number;
  readonly kind: 'clip' | 'track' | 'gap' | 'marker';
  readonly atSeconds: number;
  readonly trackId: string | null;
  readonly markerId?: string;
};

export function createTimelineView(): TimelineView {
  const pixelsPerSecond = signal(50);
  const startSeconds = signal(0);
  const widthPx = signal(0);
  const rowsMost = signal(1);
  const scale = computed(() => ({ pixelsPerSecond: pixelsPerSecond.value, startSeconds: startSeconds.value }));
  const rangeOf = createRowRanges(scale, widthPx, rowsMost);
  return {
    pixelsPerSecond,
    titleZoom: computed(() => 2 ** (Math.floor(8 * Math.log2(pixelsPerSecond.value)) / 8)),
    startSeconds,
    isSnapping: signal(true),
    tool: signal('select'),
    isRippling: signal(false),
    widthPx,
    rowsMost,
    // Before the first row's.
    range: rangeOf(-1),
    rangeOf,
    gesture: signal(null),
    focused: signal(null),
    pointedId: signal(null),
    isByPointer: signal(false),
    drop: signal(null),
    marquee: signal(null),
    isTable: signal(false),
    menu: signal(null),
    renaming: signal(null),
  };
}
