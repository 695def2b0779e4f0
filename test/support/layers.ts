import { timelineItem } from '#core/timeline/document.ts';
import type { Layer, LayerContent } from '#core/timeline/scene.ts';

const place = { id: 'item', name: '', startSeconds: 0, durationSeconds: 10, x: 0, y: 0, width: 1, height: 1 };

/** Creates a layer whose box has this position and size, as its item has after `itemSeconds`. */
export function makeLayer(
  item: Readonly<Record<string, unknown>> & { readonly type: string },
  box: { readonly x?: number; readonly y?: number; readonly width: number; readonly height: number },
  itemSeconds = 5,
): Layer {
  const { x = 0, y = 0, width, height } = box;
  return {
    itemId: 'item',
    width,
    height,
    matrix: { a: 1, b: 0, c: 0, d: 1, e: x, f: y },
    region: { left: 0, top: 0, right: 1, bottom: 1 },
    clip: null,
    opacity: 1,
    dissolve: null,
    blend: 'normal',
    blurPx: 0,
    content: toContent(item, itemSeconds),
  };
}

function toContent(fields: Readonly<Record<string, unknown>>, itemSeconds: number): LayerContent {
  const item = timelineItem.parse({ ...place, ...fields });
  if (item.type === 'picture') {
    return { type: 'picture', assetId: item.assetId, itemSeconds };
  }
  if (item.type === 'text') {
    return { type: 'text', item, itemSeconds };
  }
  if (item.type === 'bubbles') {
    return { type: 'bubbles', item, itemSeconds };
  }
  if (item.type === 'shape') {
    return { type: 'shape', item, itemSeconds };
  }
  throw new Error(`An item of the type ${item.type} has no layer`);
}
