import { fromHere } from '#ui/app/navigation.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { makeCanvas } from './make-canvas.ts';

/** A button that opens materials in the editor, as a new canvas that plays them in their order. */
export function EditMaterials(props: {
  materials: readonly string[];
  /** The name of the first file, which becomes the title. */
  fileName: string;
  label: string;
  /** The accessible name, which begins with the label. */
  name?: string;
  /** Called before the canvas is shown. */
  onOpened?: () => void;
}) {
  const { materials, fileName, label, name = label, onOpened } = props;
  const { run, isBusy, error } = useAction();
  const edit = (): void =>
    run(async () => {
      const goOn = fromHere();
      const { id } = await makeCanvas(materials, fileName);
      onOpened?.();
      goOn({ page: 'canvas', canvasId: id });
    });
  return (
    <>
      <button type="button" class="button" aria-label={name} disabled={isBusy} onClick={edit}>
        {label}
      </button>
      {error && <Problem error={error} />}
    </>
  );
}
