/** Which tiles of a long list are there: rows of `columns` tiles, `rowPx` high each. */
export type TileWindow = {
  readonly first: number;
  /** The one behind the last. */
  readonly end: number;
  /** Pixels above the first row. */
  readonly beforePx: number;
  /** Pixels of all rows. */
  readonly wholePx: number;
};

/** Rows that are there beside those that are seen, at each end. */
const spareRows = 2;

/** The tiles that a list of a height shows when it is scrolled to a place, in pixels. */
export function windowOf(
  count: number,
  { columns, rowPx }: { readonly columns: number; readonly rowPx: number },
  { scrollPx, heightPx }: { readonly scrollPx: number; readonly heightPx: number },
): TileWindow {
  const rows = Math.ceil(count / columns);
  const firstRow = Math.max(0, Math.min(rows, Math.floor(scrollPx / rowPx)) - spareRows);
  const endRow = Math.min(rows, Math.ceil((scrollPx + heightPx) / rowPx) + spareRows);
  return {
    first: firstRow * columns,
    end: Math.min(count, endRow * columns),
    beforePx: firstRow * rowPx,
    wholePx: rows * rowPx,
  };
}
