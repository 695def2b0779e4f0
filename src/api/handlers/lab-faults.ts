import { Failure } from '#core/lib/failure.ts';
import type { Fault } from '#core/model/lab-rows.ts';
import { toIsoTime } from '#core/lib/time.ts';
import { operations } from '#operations/registry.ts';
import { recipes } from '#recipes/catalog.ts';
import { createId } from '#store/ids.ts';
import type { Call, Handlers, OutputOf } from '../handler.ts';
import { findNearestName } from '../nearest-name.ts';
import { invalid } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';

type Names = 'listFaults' | 'addFault' | 'deleteFaults' | 'deleteFault';

export function createFaultHandlers({ store, bell, lab, clock }: ApiContext): Pick<Handlers, Names> {
  const changed = async (): Promise<void> => {
    await lab.reload();
    bell.ring('faults');
  };
  return {
    listFaults: async () => {
      await lab.reload();
      return lab.faults.map(toView);
    },
    addFault: async ({ body }) => {
      const rule = await store.transact(['faults'], async (transaction) => {
        const order = Math.max(0, ...(await transaction.list('faults')).map((one) => one.order + 1));
        const added = toFault(body, order, clock.now());
        await transaction.put('faults', added);
        return added;
      });
      await changed();
      return toView(rule);
    },
    deleteFaults: async () => {
      const deleted = await store.transact(['faults'], async (transaction) => {
        const rules = await transaction.list('faults');
        await Promise.all(rules.map(({ id }) => transaction.remove('faults', id)));
        return rules.length;
      });
      await changed();
      return { deleted };
    },
    deleteFault: async ({ params: { faultId: id } }) => {
      await store.transact(['faults'], async (transaction) => {
        if (!(await transaction.get('faults', id))) {
          throw new Failure('NOT_FOUND', { message: 'No rule has this id; GET /sandbox/v1/faults lists them.' });
        }
        await transaction.remove('faults', id);
      });
      await changed();
      return { id, deleted: true };
    },
  };
}

/** Throws VALIDATION_FAILED for the name of an operation or a recipe that does not exist. */
function toFault({ match, ...rule }: Call<'addFault'>['body'], order: number, now: number): Fault {
  requireKnown('match.operation', match.operation, Object.keys(operations));
  requireKnown('match.recipeId', match.recipeId, Object.keys(recipes));
  const { operation = null, recipeId = null, keyId = null } = match;
  return {
    ...rule,
    id: createId('flt', 64),
    match: { operation, recipeId, keyId },
    order,
    matched: 0,
    applied: 0,
    createdAt: now,
  };
}

function requireKnown(path: string, name: string | undefined, known: readonly string[]): void {
  if (name !== undefined && !known.includes(name)) {
    const nearest = findNearestName(name, known);
    throw invalid([
      { path, message: `unknown name; ${nearest ? `did you mean ${nearest}?` : `the names are: ${known.join(', ')}`}` },
    ]);
  }
}

function toView(rule: Fault): OutputOf<'addFault'> {
  const { id, match, effect, probability, times, skip, seed, matched, applied, createdAt } = rule;
  const { operation, recipeId, keyId } = match;
  return {
    id,
    match: {
      ...(operation !== null && { operation }),
      ...(recipeId !== null && { recipeId }),
      ...(keyId !== null && { keyId }),
    },
    effect,
    probability,
    times,
    skip,
    seed,
    matched,
    applied,
    createdAt: toIsoTime(createdAt),
  };
}
