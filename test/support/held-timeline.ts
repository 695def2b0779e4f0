import type { Signal } from '@preact/signals';
import { vi } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { openEditor } from '../../src/ui/editor/session/open-editor.ts';
import type { Surface } from '../../src/ui/editor/timeline/gestures/surface.ts';

const frames: (() => void)[] = [];

/** Globals that gestures read from a page and that Node lacks. */
export function stubPage(): void {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  frames.length = 0;
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('Element', EventTarget);
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('CSS', { escape: (text: string) => text });
}

/** An editor with a timeline of 100 pixels per second, and a pointer that drags an element of it. */
export function openTimeline(document: TimelineDocument) {
  const times = { createdAt: '2026-05-03T10:00:00Z', updatedAt: '2026-05-03T10:00:00Z' };
  const editor = openEditor({ id: 'cnv_1', revision: 1, document, durationSeconds: 6, assets: {}, ...times });
  editor.view.isSnapping.value = false;
  editor.view.pixelsPerSecond.value = 100;
  const element = Object.assign(new EventTarget(), {
    ownerDocument: new EventTarget(),
    scrollTop: 0,
    setPointerCapture: () => undefined,
    getBoundingClientRect: () => ({ left: 0, top: 0, right: 1e5, bottom: 1e5 }),
    querySelector: () => ({ dataset: {}, style: { removeProperty: () => undefined } }),
  });
  const tell = (name: string, x: number, y: number): PointerEvent =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no events of pointers
    Object.assign(new Event(name), { pointerId: 1, clientX: x, clientY: y, buttons: 1 }) as PointerEvent;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nor elements
  const surface = { editor, element, headPx: 0, rulerPx: 0, isPhone: false } as unknown as Surface;
  const rest = (): void => frames.splice(0).forEach((act) => act());
  return {
    editor,
    surface,
    press: (x: number, y = 150) => tell('pointerdown', x, y),
    move: (x: number, y = 150) => {
      element.dispatchEvent(tell('pointermove', x, y));
      rest();
    },
    /** Renders a frame in which the pointer does not move. */
    rest,
    letGo: (x: number, y = 150) => void element.dispatchEvent(tell('pointerup', x, y)),
    /** Changes the document as a merge does. */
    change: (...edits: Edit[]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the session writes what panes only read
      const written = editor.document as Signal<TimelineDocument>;
      written.value = applyEdits(written.value, edits);
    },
  };
}
