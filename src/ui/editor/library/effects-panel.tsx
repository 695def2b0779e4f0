import { useComputed } from '@preact/signals';
import type { VisualItem } from '#core/timeline/document.ts';
import { announce } from '#ui/app/announce.ts';
import { Thumbnail } from '#ui/kit/parts/thumbnail.tsx';
import { useEditor } from '../editor.ts';
import { effects, findTargets, toggleEdits, type Effect } from './effects.ts';
import { PanelTile } from './panel-tile.tsx';

const kinds = ['Look', 'Motion', 'Blend'] as const;

/** The effects of the selected clips, with previews on their image. */
export function EffectsPanel() {
  const editor = useEditor();
  const items = useComputed(() => findTargets(editor)).value;
  return (
    <section class="tile-panel" aria-label="Effects">
      {items.length === 0 && <p class="soft small">Select a clip that is not locked to give it an effect.</p>}
      {kinds.map((kind) => (
        <div key={kind}>
          <h3>{kind}</h3>
          <div class="panel-tiles">
            {effects
              .filter((effect) => effect.kind === kind)
              .map((effect) => (
                <EffectTile key={effect.id} effect={effect} items={items} />
              ))}
          </div>
        </div>
      ))}
    </section>
  );
}

function EffectTile({ effect, items }: { effect: Effect; items: readonly VisualItem[] }) {
  const editor = useEditor();
  const canvas = editor.document.value;
  const isOn = items.length > 0 && items.every((item) => effect.isOn(item, canvas));
  const toggle = (): void => {
    const edits = toggleEdits(findTargets(editor), effect, editor.document.peek());
    if (edits.length > 0 && editor.apply(edits, isOn ? `Remove ${effect.label.toLowerCase()}` : effect.label)) {
      announce(`${effect.label}: ${isOn ? 'off' : 'on'}.`);
    }
  };
  return (
    <PanelTile
      label={effect.label}
      look={`effect-face ${effect.moves ?? ''}`}
      isOn={isOn}
      isOff={items.length === 0 || !items.every((item) => effect.isPossible?.(item) ?? true)}
      face={<Face effect={effect} item={items[0]} />}
      onClick={toggle}
    />
  );
}

/** The image of a clip with the effect, or an example. */
function Face({ effect: { kind, preview = {} }, item }: { effect: Effect; item: VisualItem | undefined }) {
  const assetId = item && (item.type === 'video' || item.type === 'picture') ? item.assetId : null;
  return (
    <>
      {(kind === 'Blend' || 'opacity' in preview) && <span class="effect-below" />}
      {assetId === null ? (
        <span class="thumb effect-example" style={preview} />
      ) : (
        <span class="effect-image" style={preview}>
          <Thumbnail key={assetId} material={assetId} kind={item?.type ?? 'video'} />
        </span>
      )}
    </>
  );
}
