/**
 * Copies `count` points, every `stride`th from `x`, of a row of `width` points. Points outside the row are 0. Returns the
 * address after the last point.
 */
// @ts-ignore: decorator
@inline
export function putRow(to: usize, row: usize, x: i32, width: i32, count: i32, stride: i32): usize {
  const before = min(count, x < 0 ? (stride - 1 - x) / stride : 0);
  to = putZeros(to, before);
  x += before * stride;
  const inside = min(count - before, x < width ? (width - x + stride - 1) / stride : 0);
  const from = row + (<usize>x << 2);
  const next = to + (<usize>inside << 2);
  if (inside >= 4 && stride <= 2) {
    if (stride == 1) {
      copyNeighbours(to, from, next);
    } else {
      copyEverySecond(to, from, inside);
    }
  } else {
    const step = <usize>stride << 2;
    for (let at = from; to < next; to += 4) {
      store<u32>(to, load<u32>(at));
      at += step;
    }
  }
  return putZeros(next, count - before - inside);
}

/** Copies at least four points from `from` to the range from `to` to `end`. */
// @ts-ignore: decorator
@inline
function copyNeighbours(to: usize, from: usize, end: usize): void {
  const last = end - 16;
  const lastFrom = from + (last - to);
  for (; to < last; to += 16) {
    v128.store(to, v128.load(from));
    from += 16;
  }
  v128.store(last, v128.load(lastFrom));
}

/** Copies every second point, at least four. */
// @ts-ignore: decorator
@inline
function copyEverySecond(to: usize, from: usize, count: i32): void {
  const last = to + (<usize>(count - 4) << 2);
  const lastFrom = from + (<usize>(count - 4) << 3);
  for (; to < last; to += 16) {
    v128.store(to, everySecond(from));
    from += 32;
  }
  v128.store(last, everySecond(lastFrom));
}

/** Returns the points 0, 2, 4 and 6. Does not read beyond the last one. */
// @ts-ignore: decorator
@inline
function everySecond(from: usize): v128 {
  return v128.shuffle<i32>(v128.load(from), v128.load(from, 12), 0, 2, 5, 7);
}

// @ts-ignore: decorator
@inline
export function putZeros(to: usize, count: i32): usize {
  const end = to + (<usize>count << 2);
  for (; to + 16 <= end; to += 16) {
    v128.store(to, i32x4.splat(0));
  }
  for (; to < end; to += 4) {
    store<u32>(to, 0);
  }
  return end;
}
