import { Page } from '../parts/page.tsx';

/** What was reserved, charged and released, with its job. */
export function LedgerPage() {
  return <Page title="Credits">{null}</Page>;
}
