import type { ItemOf } from '#core/timeline/document.ts';
import { isTextFont } from '#core/timeline/fonts.ts';
import { toFaceName, toOwnFaceName } from '../inspector/text/fonts.ts';

export type TextItem = ItemOf<'text'>;

/** Returns the style of a text that is edited on the stage: that of the renderer. `scale` is CSS pixels per canvas pixel. */
export function toTextStyle(item: TextItem, scale: number): Record<string, string | number> {
  const { stroke, shadow, plate } = item;
  const px = (length: number): string => `${scale * length}px`;
  return {
    fontFamily: getFamily(item),
    fontWeight: item.weight,
    lineHeight: item.lineHeight,
    letterSpacing: `${item.letterSpacing}em`,
    textAlign: item.align,
    color: item.fill,
    opacity: typeof item.opacity === 'number' ? item.opacity : 1,
    fontSize: px(item.sizePx ?? 1),
    paddingInline: px(plate?.paddingPx ?? 0),
    '--scale': scale,
    '--plate': plate?.fill ?? 'transparent',
    '--plate-padding': px(plate?.paddingPx ?? 0),
    '--plate-corner': px(plate?.cornerPx ?? 0),
    ...(stroke && stroke.widthPx > 0 && { '-webkit-text-stroke': `${px(2 * stroke.widthPx)} ${stroke.color}` }),
    ...(shadow && {
      '--shadow-of-text': `drop-shadow(${px(shadow.x)} ${px(shadow.y)} ${px(shadow.blurPx / 2)} ${shadow.color})`,
    }),
  };
}

export function getFamily({ font, fontAssetId }: TextItem): string {
  const own = fontAssetId === undefined ? '' : `"${toOwnFaceName(fontAssetId)}", `;
  return isTextFont(font) ? `${own}"${toFaceName(font)}", var(--font)` : `${own}var(--font)`;
}
