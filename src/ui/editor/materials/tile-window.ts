/** The rendered part of a long list: rows of `columns` tiles, each `rowPx` high. */
export type TileWindow = {
  readonly first: number;
  /** The index after the last tile. */
  readonly end: number;
  /** Pixels above the first row. */
  readonly beforePx: number;
  /** Pixels of all rows. */
  readonly wholePx: number;
};

/** Rows that are rendered in addition to the visible ones, at each end. */
const spareRows = 2;

/** Returns the tiles to render in a list of a height that is scrolled to an offset, both in pixels. */
export function getWindow(
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
