import { useEditor } from '../editor.ts';
import { frameIn, zoomTo } from './stage-view.ts';

const shares = [0.5, 1, 2, 4] as const;

/** The zoom of the canvas: fit, or a percentage. */
export function ZoomMenu() {
  const { stage, shown } = useEditor();
  const zoom = stage.zoom.value;
  const { scale } = frameIn(stage, shown.value);
  const percent = `${Math.round(100 * scale)} %`;
  const isListed = shares.some((share) => share === zoom);
  return (
    <select
      class="input stage-zoom num"
      aria-label="Preview zoom"
      value={String(zoom)}
      onChange={({ currentTarget: { value } }) => {
        if (value === 'fit') {
          stage.zoom.value = 'fit';
        } else {
          zoomTo(stage, shown.value, Number(value));
        }
      }}
    >
      <option value="fit">{zoom === 'fit' ? `Fit, ${percent}` : 'Fit'}</option>
      {zoom !== 'fit' && !isListed && <option value={String(zoom)}>{percent}</option>}
      {shares.map((share) => (
        <option key={share} value={String(share)}>
          {100 * share} %
        </option>
      ))}
    </select>
  );
}
