/** The bits that are not written yet: the lowest `held` of `queue`, always fewer than 32. */
let queue: u64 = 0;
let held: i32 = 0;
let end: usize = 0;

/** Starts writing bits at `at`. */
export function startBits(at: usize): void {
  queue = 0;
  held = 0;
  end = at;
}

/** Writes the lowest `count` bits of `bits`, at most 32, the highest first. Higher bits must be 0. */
export function putBits(bits: u32, count: i32): void {
  queue = (queue << count) | bits;
  held += count;
  if (held >= 32) {
    held -= 32;
    store<u32>(end, bswap<u32>(<u32>(queue >> held)));
    end += 4;
  }
}

/** Pads the last byte with zeros. Returns the address of the next one. */
export function finishBits(): usize {
  while (held > 0) {
    store<u8>(end, <u8>((queue << 8) >> held));
    end++;
    held -= 8;
  }
  return end;
}
