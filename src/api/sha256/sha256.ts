import { binary } from './binary.ts';
import type { Exports } from './exports.ts';

/** The hash of bytes that come piece by piece, which WebCrypto cannot make. */
export type Sha256 = {
  update(bytes: Uint8Array): void;
  /** The hash of all of them, hex. It ends the hashing. */
  digest(): string;
};

const blockBytes = 64;
/** The module's own data are before the state, and the bytes behind it, in a single page of memory. */
const stateAt = 4096;
const bytesAt = 8192;
const roomBytes = 65_536 - bytesAt;

/** The first 32 bits of the fractional parts of the square roots of the first eight primes. */
const firstState = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

let compiled: WebAssembly.Module | undefined;

/** Begins a SHA-256. */
export function createSha256(): Sha256 {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(binary), (one) => one.charCodeAt(0)));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the compiled module exports, a test knows
  const run = exports as Exports;
  const state = new Uint32Array(memory.buffer, stateAt, firstState.length);
  const room = new Uint8Array(memory.buffer, bytesAt, roomBytes);
  state.set(firstState);
  let filled = 0;
  let total = 0;
  const update = (bytes: Uint8Array): void => {
    total += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + roomBytes - filled);
      room.set(part, filled);
      at += part.length;
      filled += part.length;
      const whole = filled - (filled % blockBytes);
      run.compress(stateAt, bytesAt, bytesAt + whole);
      room.copyWithin(0, whole, filled);
      filled -= whole;
    }
  };
  return {
    update,
    digest: () => {
      update(lastBytes(total));
      return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
    },
  };
}

/** A bit that is set, zeros up to the end of a block, and the length of the message in bits. */
function lastBytes(total: number): Uint8Array {
  const lengthBytes = 8;
  const rest = (total + 1 + lengthBytes) % blockBytes;
  const last = new Uint8Array(1 + ((blockBytes - rest) % blockBytes) + lengthBytes);
  last[0] = 0x80;
  new DataView(last.buffer).setBigUint64(last.length - lengthBytes, BigInt(total) * 8n);
  return last;
}
