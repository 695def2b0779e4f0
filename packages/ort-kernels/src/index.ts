import { getFingerprint, getOriginalType, kernels, readKernel, type KernelName, type Variant } from './kernels.ts';
import { listBodies, listFunctionTypes, withBodies, withCallFirst, withFunctions } from './module.ts';
import { UnreadableModule } from './reader.ts';

export { kernels, variants, type KernelName, type Variant } from './kernels.ts';
export { readPublished, type Published } from './published.ts';

export type WithKernels = {
  readonly wasm: Uint8Array;
  /** The kernels that were left out because their functions were not found. With all of them, `wasm` is `published`. */
  readonly missing: readonly KernelName[];
};

/**
 * Adds the kernels with these names, by default all, to onnxruntime's WebAssembly. A function that is not known stays as it is.
 * Returns `published` itself if no function is known, if its structure cannot be read, or if the result is not valid.
 */
export function addKernels(
  published: Uint8Array,
  variant: Variant,
  names: readonly KernelName[] = kernels.map(({ name }) => name),
): WithKernels {
  try {
    const found = findOriginals(published).filter(({ name }) => names.includes(name));
    // The plain variant is validated, because Node 20 knows relaxed SIMD only with a flag. Only instructions differ.
    if (found.length > 0 && WebAssembly.validate(insert(published, found, 'plain'))) {
      const missing = names.filter((name) => !found.some((one) => one.name === name));
      return { wasm: insert(published, found, variant), missing };
    }
  } catch (error) {
    if (!(error instanceof UnreadableModule)) {
      throw error;
    }
  }
  return { wasm: published, missing: names };
}

/** A function of onnxruntime that a kernel speeds up, and its place among the bodies of its module. */
export type Original = {
  readonly name: KernelName;
  readonly runsFirst: boolean;
  readonly parameterCount: number;
  readonly place: number;
  readonly body: Uint8Array;
};

/** Finds the functions that kernels speed up, by their types and fingerprints. */
export function findOriginals(wasm: Uint8Array): Original[] {
  const types = listFunctionTypes(wasm).map((type) => JSON.stringify(type));
  const functions = listBodies(wasm).map((body, place) => ({ body, place }));
  return kernels.flatMap(({ name, runsFirst, fingerprints }) => {
    const type = getOriginalType({ name, runsFirst });
    const known: readonly string[] = fingerprints;
    const ofType = functions.filter(({ place }) => types[place] === JSON.stringify(type));
    const found = ofType.find(({ body }) => known.includes(getFingerprint(body)));
    return found ? [{ name, runsFirst, parameterCount: type.parameters.length, ...found }] : [];
  });
}

function insert(published: Uint8Array, originals: readonly Original[], variant: Variant): Uint8Array<ArrayBuffer> {
  const called = originals.filter(({ runsFirst }) => runsFirst);
  const { wasm, first } = withFunctions(
    published,
    called.map(({ name }) => readKernel(name, variant)),
  );
  const bodies = listBodies(wasm);
  for (const [at, { place, body, parameterCount }] of called.entries()) {
    bodies[place] = withCallFirst(body, first + at, parameterCount);
  }
  for (const { name, place } of originals.filter(({ runsFirst }) => !runsFirst)) {
    bodies.splice(place, 1, ...listBodies(readKernel(name, variant)));
  }
  return withBodies(wasm, bodies);
}
