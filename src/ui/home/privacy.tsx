import { toAddress } from '../base.ts';
import { findBridge } from '../host.ts';
import { toHref } from '../navigation.ts';

/** The data that leaves this device, and the mechanism that enforces this. */
export function Privacy() {
  return (
    <footer class="small soft stack stack-tight privacy">
      <p>
        <strong>Nothing left this device.</strong> Videos are cut in this browser and kept in its own storage. The
        content security policy of this page lets it talk to its own site alone
        {findBridge() === null ? '' : ', which is a server on this machine'}; only an address that you give, and a model
        that you ask for, is fetched from elsewhere.
      </p>
      <p class="row">
        <a href={toHref({ page: 'privacy' })}>What is stored where, and what was fetched</a>
        <a href={toAddress('notices.html')} target="_blank" rel="noreferrer">
          Licences
        </a>
      </p>
    </footer>
  );
}
