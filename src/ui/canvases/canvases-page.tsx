import { Page } from '../parts/page.tsx';

/** The canvases of this browser. */
export function CanvasesPage() {
  return <Page title="Canvases">{null}</Page>;
}
