import { useComputed } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { useEditor } from '../../editor.ts';
import { toPlaceable } from '../../materials/placeable.ts';
import { refreshFileList, fileList } from '../../materials/file-list.ts';
import { Row } from '../controls/row.tsx';
import { useThose } from '../subject.ts';
import { propertyEdits } from '../values/edits.ts';
import { isBubbles } from './is-bubbles.ts';
import { setMessage } from './messages.ts';

/** The image of a message of the selected item: one of the stored images, or none. */
export function MessagePicture({ id }: { id: string }) {
  const { apply } = useEditor();
  const { items, targets } = useThose(isBubbles);
  const field = useId();
  const chosen = useComputed(() => items.value[0]?.messages.find((one) => one.id === id)?.imageAssetId ?? '').value;
  const pictures = (fileList.value ?? []).flatMap((each) => (each.kind === 'picture' ? (toPlaceable(each) ?? []) : []));
  useEffect(() => {
    // Without a response there is no choice, and the current image stays.
    refreshFileList().catch(() => undefined);
  }, []);
  const choose = (assetId: string): void => {
    const file = pictures.find((each) => each.assetId === assetId)?.file;
    const changes = { imageAssetId: assetId === '' ? null : assetId };
    const edits = propertyEdits(targets(), ({ messages }) => ({ messages: setMessage(messages, id, changes) }));
    apply(edits, 'Change image', file ? { [assetId]: file } : {});
  };
  return (
    <Row
      name="Image"
      label={
        <label class="prop-label" for={field}>
          Image
        </label>
      }
    >
      <select class="input" id={field} value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{pictures.length === 0 ? 'None; add images to your media' : 'None'}</option>
        {chosen !== '' && pictures.every(({ assetId }) => assetId !== chosen) && (
          <option value={chosen}>Current image</option>
        )}
        {pictures.map(({ assetId, name }) => (
          <option key={assetId} value={assetId}>
            {name}
          </option>
        ))}
      </select>
    </Row>
  );
}
