import { useEffect } from 'preact/hooks';
import './export.css';
import { CutOutDialog } from '../in-place/cut-out-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { Drops } from '../materials/drops.tsx';
import { exportWay } from './export-state.ts';
import { Work } from './work.tsx';

/** The button that opens the exports of the canvas, with the progress of exports and background removals. */
export function ExportButton() {
  useEffect(
    () => () => {
      exportWay.value = null;
    },
    [],
  );
  return (
    <div class="row export-bar">
      <Work />
      <button type="button" class="button button-primary" onClick={() => (exportWay.value = 'file')}>
        Export
      </button>
      <ExportDialog />
      <CutOutDialog />
      <Drops />
    </div>
  );
}
