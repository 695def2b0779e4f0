/** The bytes of a run: its first cell, the cell after its last, and its kind, 32 bits each. */
export const runBytes: usize = 12;

/** Lists the runs of equal bytes in a row of cells. `runs` has room for one run per cell. Returns the end of the list. */
export function listRuns(cells: usize, count: i32, runs: usize): usize {
  let from = 0;
  while (from < count) {
    const kind = load<u8>(cells + from);
    let to = from + 1;
    while (to < count && load<u8>(cells + to) == kind) {
      to++;
    }
    store<i32>(runs, from);
    store<i32>(runs, to, 4);
    store<i32>(runs, kind, 8);
    runs += runBytes;
    from = to;
  }
  return runs;
}
