import { Failure } from '#core/failure.ts';
import { Kernels } from '../../kernels/kernels.ts';
import { createPlanes, planesSize, type Planes } from '../../picture/planes.ts';

/** What is asked for at most: address space, which takes no memory before it is touched. */
const capacities = [1 << 30, 1 << 29, 1 << 28, 1 << 27] as const;
/** Sizes are rounded up to a power of two over so many steps, so that what was given back fits what is asked for next. */
const stepsOfSize = 8;

/** The memory of the kernels that paint, from which pieces are taken and given back. */
export class PaintMemory {
  readonly kernels: Kernels;
  readonly #free = new Map<number, Uint8Array<ArrayBuffer>[]>();

  constructor() {
    this.kernels = createKernels();
  }

  /** A piece of at least this length, with whatever it held before. Throws INTERNAL when there is no room. */
  take(length: number): Uint8Array<ArrayBuffer> {
    const size = roundUp(length);
    const known = this.#free.get(size)?.pop();
    if (known) {
      return known;
    }
    try {
      return this.kernels.bytes(size);
    } catch (cause) {
      const message = 'The pictures of this canvas do not fit into memory; export it in a smaller size.';
      throw new Failure('INTERNAL', { message, cause });
    }
  }

  /** Gives back what `take` has given. */
  release(piece: Uint8Array<ArrayBuffer>): void {
    const free = this.#free.get(piece.length);
    if (free) {
      free.push(piece);
    } else {
      this.#free.set(piece.length, [piece]);
    }
  }

  /** Planes of a size, in a piece of their own. */
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
      // Less may still be had.
    }
  }
  throw new Failure('INTERNAL', {
    message: 'There is not enough memory to paint with; close other tabs and try again.',
  });
}

function roundUp(length: number): number {
  const step = Math.max(64, 2 ** Math.ceil(Math.log2(Math.max(1, length))) / stepsOfSize);
  return Math.ceil(length / step) * step;
}
