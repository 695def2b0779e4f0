/** The round constants (FIPS 180-4, 4.2.2). */
const constants = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
  0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
  0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** The message schedule of one block, 64 words, at the start of the memory. The compiler places the constants after it. */
const scheduleBytes: usize = 256;

/** Computes the word 16 places after the one at `word` + `offset`. */
@inline
function expand(word: usize, offset: usize): void {
  const at = word + offset;
  const late = load<u32>(at, 56);
  const early = load<u32>(at, 4);
  const sigma1 = rotr(late, 17) ^ rotr(late, 19) ^ (late >>> 10);
  const sigma0 = rotr(early, 7) ^ rotr(early, 18) ^ (early >>> 3);
  store<u32>(at, sigma1 + load<u32>(at, 36) + sigma0 + load<u32>(at), 64);
}

/** The part of a round that depends on e, f, g and h. */
@inline
function mixLow(e: u32, f: u32, g: u32, h: u32, word: usize, offset: usize): u32 {
  const sum = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
  return h + load<u32>(word + offset) + load<u32>(constants + word + offset) + sum + (g ^ (e & (f ^ g)));
}

/** The part of a round that depends on a, b and c. */
@inline
function mixHigh(a: u32, b: u32, c: u32): u32 {
  return (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) | (c & (a | b)));
}

/** Adds blocks of 64 bytes to the hash at `state`, eight words (FIPS 180-4, 6.2.2). */
export function addBlocks(state: usize, blocks: usize, count: i32): void {
  let s0 = load<u32>(state);
  let s1 = load<u32>(state, 4);
  let s2 = load<u32>(state, 8);
  let s3 = load<u32>(state, 12);
  let s4 = load<u32>(state, 16);
  let s5 = load<u32>(state, 20);
  let s6 = load<u32>(state, 24);
  let s7 = load<u32>(state, 28);
  for (; count > 0; count--, blocks += 64) {
    for (let at: usize = 0; at < 64; at += 16) {
      const bytes = v128.load(blocks + at);
      v128.store(
        at,
        v128.shuffle<u8>(bytes, bytes, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12),
      );
    }
    let a = s0;
    let b = s1;
    let c = s2;
    let d = s3;
    let e = s4;
    let f = s5;
    let g = s6;
    let h = s7;
    // After eight rounds each variable has its first role again, so that no round moves them.
    for (let word: usize = 0; word < scheduleBytes; word += 32) {
      if (word < scheduleBytes - 64) {
        expand(word, 0);
        expand(word, 4);
        expand(word, 8);
        expand(word, 12);
        expand(word, 16);
        expand(word, 20);
        expand(word, 24);
        expand(word, 28);
      }
      h = mixLow(e, f, g, h, word, 0);
      d += h;
      h += mixHigh(a, b, c);
      g = mixLow(d, e, f, g, word, 4);
      c += g;
      g += mixHigh(h, a, b);
      f = mixLow(c, d, e, f, word, 8);
      b += f;
      f += mixHigh(g, h, a);
      e = mixLow(b, c, d, e, word, 12);
      a += e;
      e += mixHigh(f, g, h);
      d = mixLow(a, b, c, d, word, 16);
      h += d;
      d += mixHigh(e, f, g);
      c = mixLow(h, a, b, c, word, 20);
      g += c;
      c += mixHigh(d, e, f);
      b = mixLow(g, h, a, b, word, 24);
      f += b;
      b += mixHigh(c, d, e);
      a = mixLow(f, g, h, a, word, 28);
      e += a;
      a += mixHigh(b, c, d);
    }
    s0 += a;
    s1 += b;
    s2 += c;
    s3 += d;
    s4 += e;
    s5 += f;
    s6 += g;
    s7 += h;
  }
  store<u32>(state, s0);
  store<u32>(state, s1, 4);
  store<u32>(state, s2, 8);
  store<u32>(state, s3, 12);
  store<u32>(state, s4, 16);
  store<u32>(state, s5, 20);
  store<u32>(state, s6, 24);
  store<u32>(state, s7, 28);
}
