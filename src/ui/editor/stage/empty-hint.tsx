import { useEditor } from '../editor.ts';

/** A hint on a canvas without items that explains how to add the first one. */
export function EmptyHint() {
  const { shown, layout } = useEditor();
  return shown.value.tracks.every(({ items }) => items.length === 0) ? (
    <div class="stage-empty">
      <p>
        This canvas is empty.{' '}
        {/* On a phone the list covers everything else, so that nothing can be dragged from it. */}
        {layout.shape.value === 'phone'
          ? 'Choose media from the list.'
          : 'Drop media here, or choose some from the list.'}
      </p>
      <button type="button" class="button" onClick={() => layout.show('materials')}>
        Show media
      </button>
    </div>
  ) : null;
}
