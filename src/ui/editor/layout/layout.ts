import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Topic } from '../help/topics.ts';
import { clampSizes, readSizes, storeSizes, type PaneSizes } from './pane-sizes.ts';

/** A pane next to the stage. */
export type Pane = 'materials' | 'properties' | 'history';
/** The window shape: `wide` has panes on both sides, `narrow` on one, `phone` in sheets over the timeline. */
type Shape = 'wide' | 'narrow' | 'phone';

/** The open panes and their sizes. */
export type Layout = {
  readonly shape: ReadonlySignal<Shape>;
  readonly sizes: ReadonlySignal<PaneSizes>;
  readonly resize: (sizes: Partial<PaneSizes>) => void;
  /** The open panes, at most one on each side. */
  readonly left: ReadonlySignal<Pane | null>;
  readonly right: ReadonlySignal<Pane | null>;
  /** The id of the shown tab of the library, which is the pane `materials`. */
  readonly libraryTab: Signal<string>;
  readonly show: (pane: Pane) => void;
  readonly toggle: (pane: Pane) => void;
  readonly isKeySheetOpen: Signal<boolean>;
  /** The panel whose help page is open. */
  readonly helpTopic: Signal<Topic | null>;
  /** The step of the tour, from 0; null when it is not shown. */
  readonly tourStep: Signal<number | null>;
  /** Follows the width of the window. Returns an unsubscribe function. */
  readonly follow: () => () => void;
};

const wideQuery = '(width >= 1200px)';
/** Portrait, or landscape. */
const phoneQuery = '(width < 760px), (width < 1000px) and (height < 480px)';

/** Creates the layout with the sizes that were stored last. */
export function createLayout(): Layout {
  const shape = signal(readShape());
  const sizes = signal(readSizes());
  const isLeftOpen = signal(true);
  const beside = signal<Pane | null>('properties');
  const only = signal<Pane | null>('materials');
  const sheet = signal<Pane | null>(null);
  const left = computed(() => (shape.value === 'wide' && isLeftOpen.value ? 'materials' : null));
  const right = computed(() => ({ wide: beside, narrow: only, phone: sheet })[shape.value].value);
  /** The pane that the history replaced; it returns when the history is closed. */
  let replaced: Pane | null = null;
  const put = (pane: Pane, isOpen: boolean): void => {
    if (shape.value === 'wide' && pane === 'materials') {
      isLeftOpen.value = isOpen;
      return;
    }
    const side = { wide: beside, narrow: only, phone: sheet }[shape.value];
    if (isOpen) {
      replaced = pane === 'history' && side.peek() !== 'history' ? side.peek() : null;
      side.value = pane;
    } else {
      [side.value, replaced] = [replaced, null];
    }
  };
  return {
    shape,
    sizes,
    left,
    right,
    libraryTab: signal('media'),
    isKeySheetOpen: signal(false),
    helpTopic: signal(null),
    tourStep: signal(null),
    resize: (next) => {
      sizes.value = clampSizes({ ...sizes.value, ...next });
      storeSizes(sizes.value);
    },
    show: (pane) => put(pane, true),
    toggle: (pane) => put(pane, left.value !== pane && right.value !== pane),
    follow: () => {
      const queries = [matchMedia(wideQuery), matchMedia(phoneQuery)];
      const look = (): void => void (shape.value = readShape());
      queries.forEach((query) => query.addEventListener('change', look));
      return () => queries.forEach((query) => query.removeEventListener('change', look));
    },
  };
}

function readShape(): Shape {
  if (matchMedia(wideQuery).matches) {
    return 'wide';
  }
  return matchMedia(phoneQuery).matches ? 'phone' : 'narrow';
}
