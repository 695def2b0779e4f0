/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const constants = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);
const schedule = memory.data(256);

/** Takes the blocks of 64 bytes from `from` up to `to` into the eight words of the hash at `state` (FIPS 180-4, 6.2.2). */
export function compress(state: i32, from: i32, to: i32): void {
  for (let block = from; block < to; block += 64) {
    fillSchedule(block);
    let a = load<u32>(state);
    let b = load<u32>(state, 4);
    let c = load<u32>(state, 8);
    let d = load<u32>(state, 12);
    let e = load<u32>(state, 16);
    let f = load<u32>(state, 20);
    let g = load<u32>(state, 24);
    let h = load<u32>(state, 28);
    for (let at: usize = 0; at < 256; at += 4) {
      const chosen = g ^ (e & (f ^ g));
      const most = (a & b) | (c & (a | b));
      const first =
        h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + chosen + load<u32>(constants + at) + load<u32>(schedule + at);
      const second = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + most;
      h = g;
      g = f;
      f = e;
      e = d + first;
      d = c;
      c = b;
      b = a;
      a = first + second;
    }
    add(state, a);
    add(state + 4, b);
    add(state + 8, c);
    add(state + 12, d);
    add(state + 16, e);
    add(state + 20, f);
    add(state + 24, g);
    add(state + 28, h);
  }
}

function fillSchedule(block: i32): void {
  for (let at: usize = 0; at < 64; at += 4) {
    store<u32>(schedule + at, bswap<u32>(load<u32>(block + at)));
  }
  for (let at: usize = 64; at < 256; at += 4) {
    const fifteenth = load<u32>(schedule + at - 60);
    const second = load<u32>(schedule + at - 8);
    const small = rotr(fifteenth, 7) ^ rotr(fifteenth, 18) ^ (fifteenth >> 3);
    const large = rotr(second, 17) ^ rotr(second, 19) ^ (second >> 10);
    store<u32>(schedule + at, load<u32>(schedule + at - 64) + small + load<u32>(schedule + at - 28) + large);
  }
}

function add(address: i32, value: u32): void {
  store<u32>(address, load<u32>(address) + value);
}
