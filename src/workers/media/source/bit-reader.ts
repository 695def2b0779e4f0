/** Reads bits of H.264's parameter sets: most significant first, without emulation prevention bytes. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    // 00 00 03 encodes 00 00.
    this.#bytes = bytes.filter((byte, at) => !(byte === 3 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
  }

  /** Reads `count` bits, at most 24, as a number; zeros after the end. */
  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left--) {
      const byte = this.#bytes[this.#position >> 3] ?? 0;
      value = 2 * value + ((byte >> (7 - (this.#position & 7))) & 1);
      this.#position++;
    }
    return value;
  }

  /** Reads an unsigned number in Exp-Golomb code, ue(v). */
  readGolomb(): number {
    let zeros = 0;
    while (zeros < 24 && this.read(1) === 0) {
      zeros++;
    }
    return 2 ** zeros - 1 + this.read(zeros);
  }

  /** Reads a signed number, se(v). */
  readSignedGolomb(): number {
    const code = this.readGolomb();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}
