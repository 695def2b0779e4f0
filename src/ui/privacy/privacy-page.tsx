import { Page } from '../parts/page.tsx';

/** What is stored, and what left this device. */
export function PrivacyPage() {
  return <Page title="Privacy">{null}</Page>;
}
