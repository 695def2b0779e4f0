import './in-place.css';
import type { ItemOf } from '#core/timeline/document.ts';
import { toPercent } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor } from '../editor.ts';
import { Section } from '../inspector/controls/section.tsx';
import { Backdrops } from './backdrops.tsx';
import { cutOutItemId } from './cut-out-dialog.tsx';
import { cancelCutOut, getCutOut } from './cut-out-runs.ts';
import { freezeSeconds } from './freeze-frame.ts';
import { ClipTools } from './clip-tools.tsx';
import { freeze, isUnderPlayhead } from './one-click.ts';

/** The recipes and actions for a clip: background removal, a background, tightening, detached audio, a freeze frame. */
export function ClipActions({ item }: { item: ItemOf<'video'> }) {
  const editor = useEditor();
  const { run, isBusy, error } = useAction();
  return (
    <>
      <Section title="Background">
        <CutOut item={item} />
        <Backdrops item={item} />
      </Section>
      <Section title="Tools">
        <ClipTools ids={['tighten', 'detach-sound']}>
          <button
            type="button"
            class="button"
            disabled={isBusy || !isUnderPlayhead(editor, item)}
            title={`Freezes the frame at the playhead for ${freezeSeconds} s`}
            onClick={() => run(() => freeze(editor, item))}
          >
            {isBusy ? 'Freezing' : 'Freeze frame'}
          </button>
        </ClipTools>
        {error && <Problem error={error} />}
      </Section>
    </>
  );
}

function CutOut({ item }: { item: ItemOf<'video'> }) {
  const going = getCutOut(item);
  const { run, isBusy, error } = useAction();
  if (going) {
    const { share, stage, jobId } = going;
    return (
      <div class="stack stack-tight">
        <p class="small num">
          Removing the background: {stage.toLowerCase()}
          {share !== null && `, ${toPercent(share)}`}
        </p>
        <Progress label="Removing the background" share={share} />
        {jobId !== undefined && (
          <div>
            <button
              type="button"
              class="link-button small"
              disabled={isBusy}
              onClick={() => run(() => cancelCutOut(jobId))}
            >
              Cancel
            </button>
          </div>
        )}
        {error && <Problem error={error} />}
      </div>
    );
  }
  const ask = (): void => {
    cutOutItemId.value = item.id;
  };
  return item.role === 'cut-out' ? (
    <p class="small">
      The background of this clip has been removed.{' '}
      <button type="button" class="link-button" onClick={ask}>
        Remove again
      </button>
    </p>
  ) : (
    <div>
      <button type="button" class="button clip-main" onClick={ask}>
        Remove background
      </button>
    </div>
  );
}
