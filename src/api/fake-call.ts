import { Failure, type FailureCode } from '#core/lib/failure.ts';
import type { Fault } from '#core/model/lab-rows.ts';
import type { Key } from '#core/model/records.ts';
import type { Operation } from '#core/protocol/operation.ts';
import { findRecipeId } from '#recipes/catalog.ts';
import { takeFaults } from '#store/faults.ts';
import { faultHeader } from '#core/protocol/lab-headers.ts';
import { readPieces } from './parse-request.ts';
import type { ApiContext } from './ports.ts';

type FakedCall = {
  readonly name: string;
  readonly operation: Operation;
  readonly key: Key | null;
  readonly request: Request;
};

/**
 * Applies the latency and the rules of the lab to a call before its work: waits, or throws the error of a rule. Returns the rules
 * that the response has to name. Calls of the sandbox are never affected.
 */
export async function applyFaults(context: ApiContext, call: FakedCall): Promise<readonly Fault[]> {
  const { lab, store, bell } = context;
  const { name, operation, key, request } = call;
  if (operation.access.kind === 'page') {
    return [];
  }
  const latencySeconds = lab.drawLatency();
  await (latencySeconds > 0 && lab.clock.sleep(latencySeconds, request.signal));
  if (lab.faults.length === 0) {
    return [];
  }
  const recipeId = findRecipe(name, request);
  const target = { kind: 'call', operation: name, recipeId, getKeyId: async () => key?.handle ?? null } as const;
  const faults = await takeFaults({ store, bell, faults: lab.faults }, target);
  for (const { id: faultId, effect } of faults) {
    if ('delaySeconds' in effect) {
      await lab.clock.sleep(effect.delaySeconds, request.signal);
    } else if ('errorCode' in effect) {
      throw new Failure(effect.errorCode, { details: toDetails(effect.errorCode, operation), faultId });
    }
  }
  return faults;
}

/** Returns the recipe of a run or an export, or the one that the query names; null for other calls. */
function findRecipe(name: string, request: Request): string | null {
  const id = name === 'exportCanvas' ? 'export' : name.startsWith('run:') ? name.slice('run:'.length) : undefined;
  return findRecipeId(id ?? new URL(request.url).searchParams.get('recipeId') ?? '') ?? null;
}

const retrySoon = { retryAfterSeconds: 1 };

/** Returns the details that the contract has with an error. */
function toDetails(code: FailureCode, { method, access }: Operation): unknown {
  const details: Partial<Record<FailureCode, unknown>> = {
    VALIDATION_FAILED: [{ path: '', message: 'This error was requested with a rule of the lab.' }],
    RATE_LIMITED: { requestsPerMinute: 60, ...retrySoon },
    IN_FLIGHT: retrySoon,
    ENGINE_UNAVAILABLE: retrySoon,
    METHOD_NOT_ALLOWED: { allow: [method] },
    SCOPE_DENIED: { scope: access.kind === 'key' ? access.scope : null },
    RECIPE_NOT_ALLOWED: { recipes: [] },
    INSUFFICIENT_CREDITS: { credits: 1, creditsRemaining: 0 },
    SPEND_CAP_REACHED: { credits: 1, spendCapCredits: 0, usedCredits: 0 },
    STORAGE_FULL: { neededBytes: 1, freeBytes: 0 },
    FILE_TOO_LARGE: { limitBytes: 0 },
  };
  return details[code];
}

/** Marks a response that a rule has affected, and ends its body early if a rule says so. */
export function fake(response: Response, faults: readonly Fault[]): Response {
  if (faults.length === 0) {
    return response;
  }
  const limit = faults.flatMap(({ effect }) =>
    'disconnectAfterBytes' in effect ? [effect.disconnectAfterBytes] : [],
  )[0];
  const faked =
    limit === undefined || !response.body ? response : new Response(breakAfter(response.body, limit), response);
  faked.headers.set(faultHeader, faults.map(({ id }) => id).join(', '));
  return faked;
}

/** Returns a stream that fails after a number of bytes, or at its end. An error would discard bytes that are not read yet. */
function breakAfter(body: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  const pieces = readPieces(body);
  let left = limit;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value } = left > 0 ? await pieces.next() : {};
        if (value) {
          controller.enqueue(value.subarray(0, left));
          left -= Math.min(left, value.byteLength);
        } else {
          controller.error(new Error('A rule of the lab has ended the connection.'));
          await pieces.return(undefined);
        }
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
