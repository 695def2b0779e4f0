import { rowUnder, secondsAt, type Surface } from './gestures/surface.ts';

/** Opens the menu of a clip, a track, a marker or a gap at a point of the window; without a point, below the element. */
export function openMenuFor(
  surface: Surface,
  target: Element,
  point: { readonly x: number; readonly y: number } | null,
): void {
  const { editor } = surface;
  const itemId = target.closest('[data-item]')?.getAttribute('data-item') ?? null;
  const markerId = target.closest('[data-marker]')?.getAttribute('data-marker') ?? null;
  const head = target.closest('.track-head');
  const trackId = target.closest('[data-track]')?.getAttribute('data-track') ?? null;
  if (itemId !== null && !editor.selection.peek().includes(itemId)) {
    editor.selection.value = [itemId];
  } else if (head && trackId !== null) {
    editor.selection.value = [trackId];
  }
  const { left, bottom } = target.getBoundingClientRect();
  const { x, y } = point ?? { x: left + 8, y: bottom };
  const kind = markerId !== null ? 'marker' : itemId !== null ? 'clip' : head ? 'track' : 'gap';
  const { rows, index } = rowUnder(surface, y);
  editor.view.menu.value = {
    x,
    y,
    kind,
    atSeconds: secondsAt(surface, x),
    trackId: trackId ?? rows[index]?.track.id ?? null,
    ...(markerId !== null && { markerId }),
  };
}
