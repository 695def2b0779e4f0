import { timelineFiles, useOpenFiles } from '#ui/pages/canvases/open-files.tsx';
import { toCount, toSize } from '#ui/kit/format.ts';
import { FileButton } from '#ui/kit/parts/file-button.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor } from '../editor.ts';
import { downloadFile } from '#ui/kit/download-file.ts';

/** Saves the canvas with all of its media as one file, and opens such files. */
export function Project({ onClose }: { onClose: () => void }) {
  const editor = useEditor();
  const { run, isBusy, error } = useAction();
  const files = useOpenFiles();
  const assets = Object.values(editor.assets.value);
  const bytes = assets.reduce((sum, asset) => sum + asset.bytes, 0);
  const save = async (): Promise<void> => {
    await editor.save();
    await downloadFile('getProject', { params: { canvasId: editor.canvasId } });
  };
  return (
    <>
      <section class="stack stack-tight">
        <h3>Save project</h3>
        <p class="soft small">
          One ZIP file with the canvas and all its media, to back up, share, or open in another browser:{' '}
          {toCount(assets.length, 'file')}, {toSize(bytes)}. Earlier versions are not included.
        </p>
        <div>
          <button type="button" class="button button-primary" disabled={isBusy} onClick={() => run(save)}>
            {isBusy ? 'Packing project' : 'Download project'}
          </button>
        </div>
        {error && <Problem error={error} />}
      </section>
      <section class="stack stack-tight">
        <h3>Open project</h3>
        <p class="soft small">
          A project (ZIP) or a timeline (OTIO) opens as a new canvas. This canvas does not change.
        </p>
        <div>
          <FileButton
            label="Open a project or OTIO file"
            name="Project or OTIO file"
            accept={timelineFiles}
            onFile={(file) => files.open([file])}
          />
        </div>
        {files.state}
      </section>
      <div class="row">
        <button type="button" class="button button-quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}
