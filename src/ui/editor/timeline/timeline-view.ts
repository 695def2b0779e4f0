import { signal, type Signal } from '@preact/signals';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import type { TimeRange } from './geometry.ts';

/** The visible part of the timeline, and the state of its gestures. */
export type TimelineView = {
  readonly pixelsPerSecond: Signal<number>;
  /** The time at the left edge, in seconds of the canvas. */
  readonly startSeconds: Signal<number>;
  readonly isSnapping: Signal<boolean>;
  readonly tool: Signal<Tool>;
  /** Whether clips of the main track close up, and are reordered by dragging. */
  readonly isMagnetic: Signal<boolean>;
  /** The id of the main track that the user chose, or that an edit was made for; null before that. */
  readonly mainTrackId: Signal<string | null>;
  /** The gap that was clicked last. It counts as selected while no item is selected. */
  readonly gap: Signal<ClickedGap | null>;
  /** Whether deleting and trimming closes the gap on all tracks. */
  readonly isRippling: Signal<boolean>;
  /** The visible width of the tracks, in pixels. */
  readonly widthPx: Signal<number>;
  /** The preview of a gesture of the timeline; null without a gesture. */
  readonly gesture: Signal<ShownGesture | null>;
  /** The selected transition, which only `transitions/chosen.ts` reads and writes. */
  readonly transition: Signal<ChosenTransition | null>;
  /** The clip under the mouse or pen. */
  readonly pointedId: Signal<string | null>;
  /** Whether a pointer set the focus last: arrow keys then move the playhead. */
  readonly isByPointer: Signal<boolean>;
  /** The clip that receives the focus by Tab, and whether it should take the focus when it is rendered. */
  readonly focused: Signal<{ readonly itemId: string; readonly isWanted: boolean } | null>;
  /** The target of a material that is dragged over the tracks. */
  readonly drop: Signal<DropPlace | null>;
  /** The selection box, in seconds and in pixels from the top of the tracks. */
  readonly marquee: Signal<Marquee | null>;
  /** Whether the list view is shown. */
  readonly isTable: Signal<boolean>;
  /** The open context menu: at a point of the window, for a time and a track. */
  readonly menu: Signal<OpenMenu | null>;
  /** The id of the track or marker that is being renamed. */
  readonly renaming: Signal<string | null>;
  /** The ids of the tracks that are played alone. */
  readonly soloIds: Signal<ReadonlySet<string>>;
};

/**
 * A selected transition: the item that has it, and the selection of items at that time, which is empty. Any later selection
 * deselects the transition.
 */
type ChosenTransition = {
  readonly itemId: string;
  readonly selection: readonly string[];
  /** Whether its properties receive the focus when they are shown. */
  readonly isFocusWanted: boolean;
};

/** The tool of the pointer: `razor` splits the clicked clip; `slip` moves the source within a clip. */
export type Tool = 'select' | 'razor' | 'slip';

/** The preview of clips during a gesture. */
export type ShownGesture = {
  /** The dragged clips, which stay rendered wherever they move. */
  readonly heldIds: ReadonlySet<string>;
  /** The items that replace those of the document. */
  readonly items: ReadonlyMap<string, Item>;
  /** The originals of dragged copies, which stay in place, and the offsets of their rows. */
  readonly stays: readonly { readonly item: Item; readonly topPx: number; readonly heightPx: number }[];
  /** The times of moved markers. */
  readonly markers: ReadonlyMap<string, number>;
  /** The offsets of clips from their own rows, in pixels downwards. */
  readonly rowShifts: ReadonlyMap<string, number>;
  /** The time to which an edge snapped. */
  readonly snapSeconds: number | null;
  /** The readout on the dragged clips. */
  readonly says: string | null;
  /** The document after the gesture; null for a refused plan. */
  readonly result: TimelineDocument | null;
  /** The reason of a refusal; null if the plan is possible. */
  readonly refusal: string | null;
  /** The position of a new track. */
  readonly newTrack: 'above' | 'below' | null;
};

/** The target of a drop; without a track of its kind under the pointer, a suitable one is chosen. */
type DropPlace = {
  readonly trackId: string | null;
  readonly atSeconds: number;
  readonly durationSeconds: number;
  readonly topPx: number | null;
  readonly heightPx: number;
  /** The side of a new track; null for a track of the canvas. */
  readonly newTrack: 'above' | 'below' | null;
};

/** A gap between clips: its track, and the offset and height of its row in pixels. */
export type ClickedGap = {
  readonly trackId: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly topPx: number;
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

const magneticName = 'offcut:magnetic';

/** Returns whether the magnetic mode is on, which is the default. The browser stores it for all canvases. */
function readMagnetic(): boolean {
  try {
    return localStorage.getItem(magneticName) !== 'off';
  } catch {
    return true;
  }
}

/** Stores whether the magnetic mode is on. */
export function storeMagnetic(isOn: boolean): void {
  try {
    localStorage.setItem(magneticName, isOn ? 'on' : 'off');
  } catch {
    // Without storage the choice is lost when the page closes.
  }
}

export function createTimelineView(): TimelineView {
  return {
    pixelsPerSecond: signal(50),
    startSeconds: signal(0),
    isSnapping: signal(true),
    tool: signal('select'),
    isMagnetic: signal(readMagnetic()),
    mainTrackId: signal(null),
    gap: signal(null),
    isRippling: signal(false),
    widthPx: signal(0),
    gesture: signal(null),
    focused: signal(null),
    transition: signal(null),
    pointedId: signal(null),
    isByPointer: signal(false),
    drop: signal(null),
    marquee: signal(null),
    isTable: signal(false),
    menu: signal(null),
    renaming: signal(null),
    soloIds: signal(new Set()),
  };
}
