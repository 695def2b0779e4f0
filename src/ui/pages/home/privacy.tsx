import { toAddress } from '#ui/app/base.ts';
import { findBridge } from '#ui/app/host.ts';
import { toHref } from '#ui/app/navigation.ts';

/** The data that leaves this device, and the mechanism that enforces this. */
export function Privacy() {
  return (
    <footer class="small soft stack stack-tight privacy">
      <p>
        <strong>Nothing left this device.</strong> Videos are processed and stored in this browser. The content security
        policy of this page only allows requests to its own site
        {findBridge() === null ? '' : ', which is a server on this machine'}. Other hosts are contacted only for links
        that you paste and models that you download.
      </p>
      <p class="row">
        <a href={toHref({ page: 'privacy' })}>View stored data and requests</a>
        <a href={toAddress('notices.html')} target="_blank" rel="noreferrer">
          Licenses
        </a>
      </p>
    </footer>
  );
}
