import { createRandom } from '#core/lib/random.ts';
import { toNumber } from '#core/lib/seeded.ts';
import type { Fault } from '#core/model/lab-rows.ts';
import type { Store } from './store.ts';

/** A call, or an attempt at a run, that rules may match. */
export type FaultTarget = {
  readonly kind: 'call' | 'run';
  /** The name of the operation; of a run, the one that started it. */
  readonly operation: string;
  readonly recipeId: string | null;
  /** Returns the public id of the API key; null without one. */
  readonly getKeyId: () => Promise<string | null>;
};

type Parts = {
  readonly store: Store;
  readonly bell: { ring(table: string): void };
  /** The copy of the rules that this thread has. */
  readonly faults: readonly Fault[];
};

/** Returns the rules that affect a call or a run, and counts them. A rule with an error is the last one. */
export async function takeFaults({ store, bell, faults }: Parts, target: FaultTarget): Promise<Fault[]> {
  const likely = faults.filter((fault) => isMatch(fault, target) && !isSpent(fault));
  if (likely.length === 0) {
    return [];
  }
  const needsKey = likely.some(({ match }) => match.keyId !== null);
  const keyId = needsKey ? await target.getKeyId() : null;
  const taken = await store.transact(['faults'], async (transaction) => {
    const applied: Fault[] = [];
    for (const { id, match } of likely) {
      const rule = await transaction.get('faults', id);
      if (!rule || isSpent(rule) || (match.keyId !== null && match.keyId !== keyId)) {
        continue;
      }
      const isApplied = rule.matched >= rule.skip && draw(rule) < rule.probability;
      await transaction.put('faults', {
        ...rule,
        matched: rule.matched + 1,
        applied: rule.applied + (isApplied ? 1 : 0),
      });
      applied.push(...(isApplied ? [rule] : []));
      if (isApplied && !('delaySeconds' in rule.effect)) {
        break;
      }
    }
    return applied;
  });
  bell.ring('faults');
  return taken;
}

const isMatch = ({ match, effect }: Fault, { kind, operation, recipeId }: FaultTarget): boolean =>
  ('crashEngineAt' in effect || 'failRunWith' in effect) === (kind === 'run') &&
  (match.operation ?? operation) === operation &&
  (match.recipeId ?? recipeId) === recipeId;

const isSpent = ({ times, applied }: Fault): boolean => times !== null && applied >= times;

/** Returns a number of `[0, 1)`, which depends only on the seed and on the number of matches before. */
const draw = ({ seed, matched }: Fault): number => createRandom(toNumber(`${seed}:${matched}`))();
