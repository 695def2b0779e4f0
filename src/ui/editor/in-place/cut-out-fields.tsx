import { useState } from 'preact/hooks';
import type { ItemOf } from '#core/timeline/document.ts';
import { qualities, qualityIds, type Quality } from '#core/model/formats.ts';
import { removeBackgroundId } from '#recipes/remove-background/defaults.ts';
import { announce } from '#ui/app/announce.ts';
import { toDuration } from '#ui/kit/format.ts';
import { Estimate } from '#ui/pages/home/estimate.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor } from '../editor.ts';
import { showWork } from '../export/export-state.ts';
import { startCutOut } from './cut-out-runs.ts';
import { getSourceSpan } from './replacement.ts';

/** Shows the price and duration of a background removal, and the button that starts it. */
export function CutOutFields({ item, onClose }: { item: ItemOf<'video'>; onClose: () => void }) {
  const editor = useEditor();
  const [quality, setQuality] = useState<Quality>('best');
  const { run, isBusy, error } = useAction();
  const { startSeconds, endSeconds } = getSourceSpan(editor.document.value, item);
  const workSeconds = endSeconds - startSeconds;
  const start = async (): Promise<void> => {
    await startCutOut(editor, item, quality);
    announce(`Background removal of ${item.name} started`);
    onClose();
    showWork();
  };
  return (
    <>
      <p class="soft">
        The {toDuration(workSeconds)} of {item.name} are processed while you keep editing. The cutout then replaces the
        clip, as one step that you can undo.
      </p>
      <Segments
        label="Quality"
        value={quality}
        options={qualityIds.map((value) => ({ value, label: qualities[value].label }))}
        hint={qualities[quality].hint}
        onChoose={setQuality}
      />
      <Estimate run={{ recipeId: removeBackgroundId, quality, material: item.assetId }} workSeconds={workSeconds}>
        {(isBlocked) => (
          <div class="row">
            <button
              type="button"
              class="button button-primary"
              disabled={isBusy || isBlocked}
              onClick={() => run(start)}
            >
              {isBusy ? 'Starting' : 'Remove background'}
            </button>
            <button type="button" class="button button-quiet" onClick={onClose}>
              Cancel
            </button>
          </div>
        )}
      </Estimate>
      {error && <Problem error={error} />}
    </>
  );
}
