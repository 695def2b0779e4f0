import { findOriginals, kernels } from '../src/index.ts';
import { readInstructions } from '../src/instructions.ts';
import { getFingerprint, getOriginalType } from '../src/kernels.ts';
import { listBodies, listFunctionTypes } from '../src/module.ts';

const maxCandidates = 3;

/**
 * Lists the functions that the kernels speed up in `wasm`, one line for each. If a function is not known, the lines below list the
 * most similar ones, compared with the function of `reference`, a version in which it is known. A function has the name that `wasm-dis` prints.
 */
export function listFunctions(wasm: Uint8Array, reference: Uint8Array): string[] {
  const found = new Map(findOriginals(wasm).map(({ name, place }) => [name, place]));
  const references = new Map(findOriginals(reference).map(({ name, body }) => [name, body]));
  return kernels.flatMap((kernel) => {
    const title = `${kernel.name} (${kernel.original}):`;
    const place = found.get(kernel.name);
    const known = references.get(kernel.name);
    if (place !== undefined) {
      return [`${title} $${place} is known`];
    }
    if (!known) {
      return [`${title} known in neither file`];
    }
    const candidates = listSimilar(wasm, known, JSON.stringify(getOriginalType(kernel)));
    return [`${title} not known, but similar to`, ...candidates.map(toLine)];
  });
}

type Candidate = { readonly place: number; readonly body: Uint8Array; readonly similarity: number };

const toLine = ({ place, body, similarity }: Candidate): string =>
  `  $${place}, ${Math.floor(100 * similarity)} %, ${body.length} bytes, fingerprint ${getFingerprint(body)}`;

/** Lists the functions of a type that are most similar to `known`. */
function listSimilar(wasm: Uint8Array, known: Uint8Array, type: string): Candidate[] {
  const types = listFunctionTypes(wasm).map((one) => JSON.stringify(one));
  const wanted = countPairs(known);
  return listBodies(wasm)
    .map((body, place) => ({ body, place }))
    .filter(({ place }) => types[place] === type)
    .map(({ body, place }) => ({ body, place, similarity: compare(countPairs(body), wanted) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, maxCandidates);
}

/** Counts the pairs of consecutive instructions of a function. */
function countPairs(body: Uint8Array): Map<string, number> {
  const counts = new Map<string, number>();
  let previous = 0;
  for (const { code } of readInstructions(body)) {
    const pair = `${previous} ${code}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
    previous = code;
  }
  return counts;
}

/** Returns the share of pairs that two functions have in common, 0 to 1. */
function compare(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const common = [...one].reduce((sum, [pair, count]) => sum + Math.min(count, other.get(pair) ?? 0), 0);
  const count = (pairs: ReadonlyMap<string, number>): number => [...pairs.values()].reduce((a, b) => a + b, 0);
  return (2 * common) / (count(one) + count(other));
}
