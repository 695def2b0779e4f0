import { Failure } from '#core/lib/failure.ts';
import { creditsRemaining } from '#core/model/ledger.ts';
import type { Account } from '#core/model/records.ts';
import { tables } from '#core/model/records.ts';
import { toIsoTime } from '#core/lib/time.ts';
import { noteBooking, readAccount } from '#store/account.ts';
import type { Handlers, OutputOf } from '../handler.ts';
import { measureFiles } from '#store/room.ts';
import { invalid } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';

type Names = 'listOutsideRequests' | 'getAccount' | 'setCredits' | 'setPlan' | 'setCaps' | 'reset';

export function createSandboxHandlers(context: ApiContext): Pick<Handlers, Names> {
  const change = (edit: (account: Account) => Account): Promise<OutputOf<'getAccount'>> => changeAccount(context, edit);
  return {
    listOutsideRequests: async () =>
      (await context.store.list('outside'))
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .map(({ createdAt, ...request }) => ({ ...request, createdAt: toIsoTime(createdAt) })),
    getAccount: async () => toAccountView(context, await readAccount(context.store)),
    setCredits: ({ body }) =>
      change((account) => {
        if (body.credits < account.reserved) {
          throw invalid([
            {
              path: 'credits',
              message: `open runs have ${account.reserved} credits reserved; set the balance to at least that number`,
            },
          ]);
        }
        return { ...account, balance: body.credits };
      }),
    setPlan: ({ body }) => change((account) => ({ ...account, plan: body.plan })),
    setCaps: ({ body }) => change((account) => ({ ...account, caps: { ...account.caps, ...body } })),
    reset: async () => {
      const running = await context.store.list('jobs', { index: 'status', value: 'running' });
      if (running[0]) {
        throw new Failure('IN_FLIGHT', {
          message: `The run ${running[0].id} is still running; wait for it to end, or cancel it.`,
        });
      }
      await context.store.clear();
      await context.lab.reload();
      await context.log.clear();
      for (const table of Object.keys(tables)) {
        context.bell.ring(table);
      }
      return { reset: true };
    },
  };
}

async function changeAccount(
  context: ApiContext,
  edit: (account: Account) => Account,
): Promise<OutputOf<'getAccount'>> {
  const account = await context.store.transact(['account', 'bookings'], async (transaction) => {
    const before = await readAccount(transaction);
    const changed = edit(before);
    await transaction.put('account', changed);
    const credits = changed.balance - before.balance;
    if (credits !== 0) {
      await noteBooking(transaction, changed, { kind: 'set', credits, job: null }, context.clock.now());
    }
    return changed;
  });
  context.bell.ring('account');
  return toAccountView(context, account);
}

async function toAccountView({ store }: ApiContext, account: Account): Promise<OutputOf<'getAccount'>> {
  const [{ files, usedBytes, byKind }, space] = await Promise.all([measureFiles(store), store.bytes.space()]);
  const { projectName, plan, caps } = account;
  return {
    projectName,
    plan,
    creditsRemaining: creditsRemaining(account),
    creditsReserved: account.reserved,
    caps,
    storage: {
      usedBytes,
      quotaBytes: Math.min(caps.maxStorageBytes ?? space.quotaBytes, space.quotaBytes),
      files,
      byKind,
    },
  };
}
