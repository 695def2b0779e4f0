import { useEffect, useState } from 'preact/hooks';
import type { ExportOptions } from '#ui/pages/canvas/export-options.ts';
import { Dialog } from '#ui/kit/parts/dialog.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { readSpan, takeExportBefore } from '#ui/pages/canvas/export-before.ts';
import { useEditor } from '../editor.ts';
import { HelpButton } from '../help/help-button.tsx';
import { exportBefore, exportWay } from './export-state.ts';

const ExportWays = later(async () => (await import('./export-ways.tsx')).ExportWays);

/** The dialog that exports the canvas as a video, as a timeline for other editors, or as a project. */
export function ExportDialog() {
  const [options, setOptions] = useState<ExportOptions | null>(null);
  const { canvasId, transport } = useEditor();
  const way = exportWay.value;
  useEffect(() => {
    const before = takeExportBefore(canvasId);
    exportBefore.value = before ?? {};
    if (before) {
      // A partial export is offered as the range between the in and out points.
      transport.range.value = readSpan(before) ?? transport.range.peek();
      exportWay.value = 'file';
    }
    // Leaving by Back with the dialog open must not leave it open over the next canvas.
    return close;
  }, [canvasId]);
  return (
    <Dialog title="Export" look="dialog-wide" isOpen={way !== null} onClose={close}>
      <div class="row row-apart">
        <Segments
          label="What to export"
          isLabelHidden
          value={way ?? 'file'}
          options={[
            { value: 'file', label: 'File' },
            { value: 'programs', label: 'Other editors' },
            { value: 'project', label: 'Project' },
          ]}
          onChoose={(next) => (exportWay.value = next)}
        />
        <HelpButton topic="export" />
      </div>
      {way !== null && <ExportWays way={way} options={options} onChange={setOptions} onClose={close} />}
    </Dialog>
  );
}

const close = (): void => {
  exportWay.value = null;
};
