import { Failure } from '#core/lib/failure.ts';
import { Kernels } from '../../kernels/kernels.ts';
import { createPlanes, planesSize, type Planes } from '../../picture/planes.ts';

/** The capacities to try: address space, which takes no memory before it is used. */
const capacities = [1 << 30, 1 << 29, 1 << 28, 1 << 27] as const;
/** Sizes are rounded up to this number of steps per power of two, so that released blocks fit later requests. */
const stepsOfSize = 8;

/** The kernel memory for painting, from which blocks are allocated and released. */
export class PaintMemory {
  readonly kernels: Kernels;
  readonly #free = new Map<number, Uint8Array<ArrayBuffer>[]>();

  constructor() {
    this.kernels = createKernels();
  }

  /** Allocates a block of at least this length, with undefined content. Throws INTERNAL if there is no room. */
  take(length: number): Uint8Array<ArrayBuffer> {
    const size = roundUp(length);
    const known = this.#free.get(size)?.pop();
    if (known) {
      return known;
    }
    try {
      return this.kernels.bytes(size);
    } catch (cause) {
      const message = 'The frames of this canvas do not fit into memory. Export it in a smaller size.';
      throw new Failure('INTERNAL', { message, cause });
    }
  }

  /** Releases a block from `take`. */
  release(piece: Uint8Array<ArrayBuffer>): void {
    const free = this.#free.get(piece.length);
    if (free) {
      free.push(piece);
    } else {
      this.#free.set(piece.length, [piece]);
    }
  }

  /** Allocates planes of a size, in their own block. */
  planes(width: number, height: number): { readonly planes: Planes; readonly piece: Uint8Array<ArrayBuffer> } {
    const size = planesSize(width, height);
    const piece = this.take(size);
    return { planes: createPlanes(width, height, piece.subarray(0, size)), piece };
  }
}

function createKernels(): Kernels {
  for (const capacity of capacities) {
    try {
      return new Kernels(capacity);
    } catch {
      // A smaller capacity may be available.
    }
  }
  throw new Failure('INTERNAL', {
    message: 'There is not enough memory to render. Close other tabs and try again.',
  });
}

function roundUp(length: number): number {
  const step = Math.max(64, 2 ** Math.ceil(Math.log2(Math.max(1, length))) / stepsOfSize);
  return Math.ceil(length / step) * step;
}
