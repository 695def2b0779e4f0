import { useEffect } from 'preact/hooks';
import '#ui/pages/ledger/ledger.css';
import { account, refreshAccount } from '#ui/app/account.ts';
import { toAddress } from '#ui/app/base.ts';
import { call, type DataOf } from '#ui/app/client.ts';
import { toCount, toDate, toSize } from '#ui/kit/format.ts';
import { findBridge } from '#ui/app/host.ts';
import { toHref } from '#ui/app/navigation.ts';
import { DeleteEverything } from '#ui/kit/parts/delete-everything.tsx';
import { Page, Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';

type Requests = DataOf<'listOutsideRequests'>;

/** The page of the data that left this device, the data stored on it, and how to delete it. */
export function PrivacyPage() {
  const { loaded, again } = useLoad((signal) => call('listOutsideRequests', { signal }));
  return (
    <Page title="Privacy">
      <Reading loaded={loaded} again={again}>
        {(requests) => (
          <>
            <Sent requests={requests} />
            <Fetched requests={requests} />
          </>
        )}
      </Reading>
      {/* Last, because content above it that is still loading would shift it. */}
      {loaded.state !== 'loading' && (
        <>
          <Stored />
          <DeleteEverything />
        </>
      )}
    </Page>
  );
}

function Sent({ requests }: { requests: Requests }) {
  return (
    <section class="stack stack-tight" aria-labelledby="sent">
      <h2 id="sent">Nothing left this device</h2>
      <p class="num">
        <strong>0 bytes</strong> of your videos were sent to other hosts.{' '}
        {requests.length === 0 ? 'No requests to other hosts.' : toTotals(requests)}
      </p>
      <p class="soft">
        Videos are processed in this browser. The content security policy only allows pages and workers to contact this
        site
        {findBridge() === null ? '' : ', which is a server on this machine'}. Only the service worker can contact other
        hosts, for a link in a run or a model that you download. It never sends a request body, and logs each request
        here before sending it.
      </p>
    </section>
  );
}

const toTotals = (requests: Requests): string =>
  `${toCount(requests.length, 'file was', 'files were')} downloaded from other hosts, ${toSize(
    requests.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0),
  )} in total.`;

function Fetched({ requests }: { requests: Requests }) {
  return (
    <section class="stack stack-tight" aria-labelledby="fetched">
      <h2 id="fetched">Requests to other hosts</h2>
      {requests.length === 0 ? (
        <p class="soft">No requests yet. Requests appear here when a run fetches a URL or you download a model.</p>
      ) : (
        <div class="ledger-frame" tabIndex={0} role="region" aria-label="Requests to other hosts">
          <table class="ledger">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">URL without query</th>
                <th scope="col">Status</th>
                <th scope="col" class="ledger-number">
                  Received
                </th>
              </tr>
            </thead>
            <tbody>
              {requests.map(({ id, method, address, status, receivedBytes, createdAt }) => (
                <tr key={id}>
                  <td class="soft">
                    <time dateTime={createdAt}>{toDate(Date.parse(createdAt))}</time>
                  </td>
                  <td class="ledger-address">
                    <code>
                      {method} {address}
                    </code>
                  </td>
                  <td>{toAnswer(status)}</td>
                  <td class="ledger-number">{toSize(receivedBytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function toAnswer(status: number | null): string {
  if (status === null) {
    return 'No response';
  }
  return status === 0 ? 'Hidden by the browser' : String(status);
}

function Stored() {
  useEffect(() => void refreshAccount().catch(() => undefined), []);
  const storage = account.value?.storage;
  const size = (kind: 'materials' | 'results' | 'models'): string =>
    storage ? `${toSize(storage.byKind[kind])}. ` : '';
  return (
    <section class="stack stack-tight" aria-labelledby="stored">
      <h2 id="stored">Stored data</h2>
      <dl class="facts num">
        <dt>Videos, images, audio</dt>
        <dd>{size('materials')}Files in this browser's private file system (OPFS).</dd>
        <dt>Results</dt>
        <dd>{size('results')}In the same place.</dd>
        <dt>Downloaded and added models</dt>
        <dd>{size('models')}In the same place, checked by their SHA-256 before each use.</dd>
        <dt>Jobs, canvases, keys, the ledger</dt>
        <dd>The browser's database (IndexedDB). For an API key, only its SHA-256 hash is stored.</dd>
        <dt>The app and its built-in files</dt>
        <dd>The browser's cache, for offline use.</dd>
        <dt>Settings and form drafts</dt>
        <dd>
          The browser's storage for this site: of settings until you clear it (localStorage), of forms and reviews until
          the tab is closed (sessionStorage).
        </dd>
        <dt>On servers</dt>
        <dd>Nothing.</dd>
      </dl>
      <p class="row">
        <a href={toHref({ page: 'models' })}>Storage and models</a>
        <a href={toHref({ page: 'materials' })}>Media</a>
        <a href={toAddress('notices.html')} target="_blank" rel="noreferrer">
          Licenses
        </a>
      </p>
    </section>
  );
}
