import { useEffect, useRef } from 'preact/hooks';
import './ledger.css';
import { account } from '#ui/app/account.ts';
import { connection, type DataOf } from '#ui/app/client.ts';
import { toDate, toNumber } from '#ui/kit/format.ts';
import { toRecipeName } from '#ui/pages/home/recipe-cards.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Empty, Page, Reading } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { usePages } from '#ui/kit/use-pages.ts';

type Line = DataOf<'listLedger'>[number];

const pageSize = 50;

/** The page of the credits: the balance, and every ledger line with its job. */
export function LedgerPage() {
  const { loaded, again, refresh, more, error, isBusy } = usePages<Line>((query, signal) =>
    connection.call('listLedger', { query: { limit: pageSize, ...query }, signal }),
  );
  // The balance next to the lines is live: when it changes, a new line exists.
  const { creditsRemaining, creditsReserved } = account.value ?? {};
  const books = `${creditsRemaining} ${creditsReserved}`;
  const before = useRef(books);
  useEffect(() => {
    if (before.current !== books) {
      before.current = books;
      refresh();
    }
  }, [books]);
  return (
    <Page title="Credits" aside={<Balance />}>
      <p class="soft">
        A run reserves its price when it is queued. It is charged when the result is ready, and refunded if the run
        fails or is canceled. You can set the balance in the <a href={toHref({ page: 'settings' })}>settings</a>.
      </p>
      <Reading loaded={loaded} again={again}>
        {(lines) => (lines.length === 0 ? <NoLines /> : <Lines lines={lines} />)}
      </Reading>
      {error && <Problem error={error} />}
      {more && (
        <div>
          <button type="button" class="button" disabled={isBusy} onClick={more}>
            Show older
          </button>
        </div>
      )}
    </Page>
  );
}

function Balance() {
  const books = account.value;
  return (
    <p class="num">
      <strong>{books ? toNumber(books.creditsRemaining) : '…'}</strong> credits left
      {books && books.creditsReserved > 0 && <span class="soft">, {books.creditsReserved} reserved</span>}
    </p>
  );
}

const NoLines = () => (
  <Empty sentence="No credits spent yet. Each run appears here with its reserved and charged credits.">
    <a class="button button-primary" href={toHref({ page: 'home', material: null })}>
      Choose a recipe
    </a>
  </Empty>
);

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <div class="ledger-frame" tabIndex={0} role="region" aria-label="Ledger">
      <table class="ledger">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Event</th>
            <th scope="col" class="ledger-number">
              Credits
            </th>
            <th scope="col" class="ledger-number only-wide-cell">
              Left
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LedgerLine key={line.id} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LedgerLine({ line }: { line: Line }) {
  const { kind, credits, creditsRemaining, envelopeId, recipeId, key, createdAt } = line;
  return (
    <tr>
      <td class="soft">
        <time dateTime={createdAt}>{toDate(Date.parse(createdAt))}</time>
      </td>
      <td>
        {words[kind]}
        <p class="small soft">
          {envelopeId !== null && (
            <a href={toHref({ page: 'job', jobId: envelopeId })}>{toRecipeName(recipeId ?? 'run')}</a>
          )}
          {envelopeId !== null && ' by '}
          {key?.name ?? 'this workspace'}
        </p>
      </td>
      <td class="ledger-number">{toAmount(kind, credits)}</td>
      <td class="ledger-number only-wide-cell soft">{toNumber(creditsRemaining)}</td>
    </tr>
  );
}

const words = {
  reserve: 'Reserved',
  charge: 'Charged from the reserve',
  release: 'Refunded',
  set: 'Balance set',
} as const satisfies Record<Line['kind'], string>;

/** Signed if the balance changes: a charge was already deducted when it was reserved. */
function toAmount(kind: Line['kind'], credits: number): string {
  const change = kind === 'reserve' ? -credits : credits;
  const sign = change < 0 ? '−' : '+';
  return (kind === 'charge' ? '' : sign) + toNumber(Math.abs(change));
}
