import type { Layer, LayerContent } from '#core/timeline/scene.ts';
import type { Size } from '#core/lib/size.ts';
import { getContentKey, toKey } from '../content-key.ts';
import type { Fonts, LoadedFonts } from '../fonts/fonts.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { RasterPlan } from '../raster-cache.ts';
import type { RasterArea } from '../raster-area.ts';
import { type MeasuredText, measureText } from '../text/break-lines.ts';
import { drawConversation } from './draw-conversation.ts';
import { ownWords } from './draw-extras.ts';
import { withLinkBreaks } from './link-breaks.ts';
import { placeConversation, type ConversationScene } from './place-conversation.ts';
import { type Bubbles, type ConversationPlan, planConversation } from './plan-conversation.ts';

type BubblesContent = Extract<LayerContent, { type: 'bubbles' }>;

export type BubblesRasterizer = {
  /** Loads the fonts and opens the images of a conversation. */
  prepare(item: Bubbles): Promise<void>;
  /** Plans how the conversation is drawn at this time. */
  plan(layer: Layer, content: BubblesContent, scale: number): Promise<RasterPlan>;
};

/** The resources of a conversation, kept while its item exists. */
type Conversation = {
  /** The fonts of each message, and of the words around them. */
  readonly fonts: ReadonlyMap<string, LoadedFonts>;
  readonly around: LoadedFonts;
  readonly sizes: ReadonlyMap<string, Size | null>;
  readonly measured: Map<string, MeasuredText>;
  readonly plans: Map<string, ConversationPlan>;
  readonly sprites: Map<string, RasterArea>;
};

const family = 'Inter';
const weight = 440;

export function createBubblesRasterizer(fonts: Fonts, pictures: Pictures): BubblesRasterizer {
  const known = new WeakMap<Bubbles, Promise<Conversation>>();
  const open = (item: Bubbles): Promise<Conversation> => {
    const conversation = known.get(item) ?? openConversation(item, fonts, pictures);
    known.set(item, conversation);
    return conversation;
  };
  return {
    prepare: async (item) => {
      await open(item);
    },
    plan: async (layer, { item, itemSeconds }, scale) => {
      const conversation = await open(item);
      const plan = planIn(conversation, item, layer);
      const scene = placeConversation(plan, itemSeconds);
      const shown = await drawPictures(plan, scene, itemSeconds, scale, pictures);
      const key = `${getContentKey(item)} ${toKey(layer.width, layer.height)} ${scale} ${JSON.stringify(scene)} ${shown.key}`;
      const ink = {
        font: (px: number, weight: number, index?: number) => {
          const message = index === undefined ? undefined : plan.bubbles[index]?.message;
          const { css } = (message && conversation.fonts.get(message.id)) ?? conversation.around;
          return `${weight} ${px}px ${css}`;
        },
        picture: (index: number) => shown.canvases.get(index) ?? null,
        sprites: conversation.sprites,
      };
      return { key, draw: () => drawConversation(plan, scene, ink, scale) };
    },
  };
}

async function openConversation(item: Bubbles, fonts: Fonts, pictures: Pictures): Promise<Conversation> {
  const words = [...ownWords, item.contactName ?? ''].join(' ');
  const assetIds = item.messages.flatMap(({ imageAssetId }) => imageAssetId ?? []);
  const [around, loaded, sizes] = await Promise.all([
    fonts.load(family, words),
    Promise.all(
      item.messages.map(
        async ({ id, text, reaction = '' }) => [id, await fonts.load(family, text + reaction)] as const,
      ),
    ),
    Promise.all(assetIds.map(async (assetId) => [assetId, await pictures.getSize(assetId)] as const)),
  ]);
  const [measured, plans, sprites] = [new Map(), new Map(), new Map()];
  return { fonts: new Map(loaded), around, sizes: new Map(sizes), measured, plans, sprites };
}

function planIn(conversation: Conversation, item: Bubbles, { width, height }: Size): ConversationPlan {
  const { plans, measured, fonts, around, sizes, sprites } = conversation;
  const key = toKey(width, height);
  const found = plans.get(key);
  if (found) {
    return found;
  }
  const plan = planConversation(
    item,
    { width, height },
    {
      capHeight: around.capHeight,
      pictureSize: (assetId) => sizes.get(assetId) ?? null,
      measure: ({ id, text }) => {
        const { css } = fonts.get(id) ?? around;
        const one = measured.get(id) ?? measureText(withLinkBreaks(text), { css, weight, letterSpacing: 0 });
        measured.set(id, one);
        return one;
      },
    },
  );
  // A box that changes its size needs a plan for each frame, of which only the last is reused.
  plans.clear();
  sprites.clear();
  plans.set(key, plan);
  return plan;
}

/** Returns the images of the visible messages, and a key that identifies their frames. */
async function drawPictures(
  plan: ConversationPlan,
  scene: ConversationScene,
  itemSeconds: number,
  scale: number,
  pictures: Pictures,
): Promise<{ key: string; canvases: Map<number, OffscreenCanvas> }> {
  const canvases = new Map<number, OffscreenCanvas>();
  const keys: string[] = [];
  for (const { index } of scene.bubbles) {
    const { message, picture } = plan.bubbles[index] ?? {};
    if (message?.imageAssetId !== undefined && picture) {
      const wanted = { width: picture.width * scale, height: picture.height * scale };
      const drawn = await pictures.draw(message.imageAssetId, itemSeconds - message.atSeconds, wanted);
      if (drawn) {
        canvases.set(index, drawn.canvas);
        keys.push(drawn.key);
      }
    }
  }
  return { key: keys.join(' '), canvases };
}
