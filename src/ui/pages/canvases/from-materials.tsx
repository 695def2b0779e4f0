import { toCount } from '#ui/kit/format.ts';
import { useState } from 'preact/hooks';
import { toSize, toTimecode } from '#ui/kit/format.ts';
import { keptMaterials, refreshMaterials } from '#ui/pages/materials/materials.ts';
import { fromHere, toHref } from '#ui/app/navigation.ts';
import { Dialog } from '#ui/kit/parts/dialog.tsx';
import { kindLabels } from '#ui/kit/parts/media-kinds.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Thumbnail } from '#ui/kit/parts/thumbnail.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useLoad } from '#ui/kit/use-load.ts';
import { makeCanvas } from './make-canvas.ts';

/** Creates a canvas from several materials in the selected order, and opens it. */
export function FromMaterials() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        From media
      </button>
      <Dialog title="New canvas from media" look="dialog-wide" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Choice onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Choice({ onClose }: { onClose: () => void }) {
  const { loaded, again } = useLoad(refreshMaterials);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { run, isBusy, error } = useAction();
  const make = async (): Promise<void> => {
    const goOn = fromHere();
    const first = keptMaterials.value?.find(({ material }) => material === chosen[0]);
    const { id } = await makeCanvas(chosen, first?.name ?? '');
    goOn({ page: 'canvas', canvasId: id });
  };
  return (
    <Reading loaded={loaded} again={again}>
      {(materials) =>
        materials.length === 0 ? (
          <p class="soft">
            No media yet. <a href={toHref({ page: 'materials' })}>Add a video, image or audio file</a>
          </p>
        ) : (
          <>
            <p class="soft small">
              Clips play in the order you pick them, audio underneath. The first clip sets the frame size.
            </p>
            <Materials materials={materials} chosen={chosen} onChange={setChosen} />
            {error && <Problem error={error} />}
            <div class="row">
              <button
                type="button"
                class="button button-primary"
                disabled={isBusy || chosen.length === 0}
                onClick={() => run(make)}
              >
                {chosen.length === 0 ? 'Select at least one' : `Create from ${toCount(chosen.length, 'file')}`}
              </button>
              <button type="button" class="button button-quiet" onClick={onClose}>
                Cancel
              </button>
            </div>
          </>
        )
      }
    </Reading>
  );
}

function Materials(props: {
  materials: Awaited<ReturnType<typeof refreshMaterials>>;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { materials, chosen, onChange } = props;
  return (
    <ul class="material-choices" aria-label="Media">
      {materials
        .filter(({ kind }) => kind !== 'font')
        .map(({ material, name, kind, bytes, durationSeconds, fault }) => {
          const index = chosen.indexOf(material);
          return (
            <li key={material}>
              <label class="material-choice-row">
                <input
                  type="checkbox"
                  checked={index !== -1}
                  disabled={fault !== undefined}
                  onChange={() => onChange(index === -1 ? [...chosen, material] : chosen.toSpliced(index, 1))}
                />
                <span class="num material-turn" aria-hidden="true">
                  {index === -1 ? '' : index + 1}
                </span>
                <Thumbnail material={material} kind={kind} />
                <span class="grow ellipsis">{name}</span>
                <span class="soft small num">
                  {fault ??
                    [
                      kindLabels[kind],
                      ...(durationSeconds === undefined ? [] : [toTimecode(durationSeconds)]),
                      toSize(bytes),
                    ].join(' · ')}
                </span>
              </label>
            </li>
          );
        })}
    </ul>
  );
}
