import type { Layer, LayerContent } from '#core/timeline/scene.ts';
import { getContentKey, toKey } from '../content-key.ts';
import type { Fonts, LoadedFonts } from '../fonts/fonts.ts';
import type { RasterPlan } from '../raster-cache.ts';
import { type MeasuredText, measureText } from './break-lines.ts';
import { drawText } from './draw-text.ts';
import { layOutText, type TextItem, type TextLayout } from './lay-out-text.ts';
import { textMotionAt } from './motion.ts';

type TextContent = Extract<LayerContent, { type: 'text' }>;

export type TextRasterizer = {
  /** Plans how the text is drawn at this time, and loads its fonts. */
  plan(layer: Layer, content: TextContent, scale: number): Promise<RasterPlan>;
};

/** The number of cached measured texts. */
const keptTexts = 200;

export function createTextRasterizer(fonts: Fonts): TextRasterizer {
  const measured = new Map<string, MeasuredText>();
  const measure = ({ text, weight, letterSpacing }: TextItem, { css }: LoadedFonts): MeasuredText => {
    const key = JSON.stringify([text, css, weight, letterSpacing]);
    const known = measured.get(key) ?? measureText(text, { css, weight, letterSpacing });
    measured.delete(key);
    measured.set(key, known);
    const [oldest] = measured.keys();
    if (measured.size > keptTexts && oldest !== undefined) {
      measured.delete(oldest);
    }
    return known;
  };
  return {
    plan: async (layer, { item, itemSeconds }, scale) => {
      const loaded = await fonts.load(item.font, item.text, item.fontAssetId);
      const layout: TextLayout = layOutText(item, layer, measure(item, loaded), loaded.capHeight);
      const motion = textMotionAt(item, itemSeconds, layout.lines.length);
      const key = `${getContentKey(item)} ${toKey(layer.width, layer.height)} ${scale} ${JSON.stringify(motion)}`;
      return { key, draw: () => drawText({ item, layout, motion, css: loaded.css }, scale) };
    },
  };
}
