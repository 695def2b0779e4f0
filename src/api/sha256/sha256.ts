import { binary } from './binary.ts';

/** The memory of the compiled function: its own data, the state of a hash, then the blocks. All hashes share it in turn. */
const [stateAt, blocksAt, pages] = [2048, 4096, 2];
const blockBytes = 64;
/** The place of the length, 8 bytes, in the last block. */
const lengthAt = blockBytes - 8;

/** The initial state (FIPS 180-4, 5.3.3). */
const initial = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/** Adds whole blocks to a state. */
type AddBlocks = (state: Uint32Array, blocks: number) => void;

let instance: { readonly blocks: Uint8Array; readonly addBlocks: AddBlocks } | undefined;

/** Compiles the function at its first use. It takes less than a millisecond. */
function open(): { readonly blocks: Uint8Array; readonly addBlocks: AddBlocks } {
  const memory = new WebAssembly.Memory({ initial: pages });
  const module = new WebAssembly.Module(Uint8Array.from(atob(binary), (letter) => letter.charCodeAt(0)));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the signature of the function in `assembly/`
  const compiled = exports['addBlocks'] as (stateAt: number, blocksAt: number, blocks: number) => void;
  const shared = new Uint32Array(memory.buffer, stateAt, initial.length);
  return {
    blocks: new Uint8Array(memory.buffer, blocksAt),
    addBlocks: (state, blocks) => {
      shared.set(state);
      compiled(stateAt, blocksAt, blocks);
      state.set(shared);
    },
  };
}

/**
 * An incremental SHA-256 of bytes that arrive in chunks, which WebCrypto does not support. In WebAssembly it takes half the time of
 * JavaScript.
 */
export class Sha256 {
  readonly #state = Uint32Array.from(initial);
  /** The bytes after the last whole block. */
  readonly #rest = new Uint8Array(blockBytes);
  #restBytes = 0;
  #sizeBytes = 0;

  update(bytes: Uint8Array): void {
    const { blocks, addBlocks } = (instance ??= open());
    this.#sizeBytes += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + blocks.length - this.#restBytes);
      at += part.length;
      blocks.set(this.#rest.subarray(0, this.#restBytes));
      blocks.set(part, this.#restBytes);
      const filledBytes = this.#restBytes + part.length;
      this.#restBytes = filledBytes % blockBytes;
      addBlocks(this.#state, (filledBytes - this.#restBytes) / blockBytes);
      this.#rest.set(blocks.subarray(filledBytes - this.#restBytes, filledBytes));
    }
  }

  /** Returns the hash of all chunks in hex. No chunk can be added afterwards. */
  digest(): string {
    const sizeBits = BigInt(this.#sizeBytes) * 8n;
    const padding = new Uint8Array(((lengthAt - 1 - this.#restBytes + blockBytes) % blockBytes) + 1 + 8);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, sizeBits);
    this.update(padding);
    return [...this.#state].map((word) => word.toString(16).padStart(8, '0')).join('');
  }
}
