/** The rows of a long list that are rendered: from `first` to before `end`. */
export type RowWindow = { readonly first: number; readonly end: number };

/**
 * Returns the visible rows, with `spare` more on each side, so that the Tab key and fast scrolling find them rendered.
 * `topPx` is the list's top relative to the window's top, negative once it is scrolled past.
 */
export function getWindow(props: {
  readonly topPx: number;
  readonly heightPx: number;
  readonly rowPx: number;
  readonly count: number;
  readonly spare: number;
}): RowWindow {
  const { topPx, heightPx, rowPx, count, spare } = props;
  const first = Math.floor(-topPx / rowPx) - spare;
  const end = Math.ceil((heightPx - topPx) / rowPx) + spare;
  const clamp = (row: number): number => Math.min(count, Math.max(0, row));
  return { first: clamp(first), end: clamp(Math.max(end, spare)) };
}
