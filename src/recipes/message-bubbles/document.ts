import type { TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import type { TimedMessage } from './script.ts';
import type { HeardEffect, MessageSounds } from './sounds.ts';
import { toBubbleMessages } from './words.ts';
import { resultDocument, toLayers } from '../result-document.ts';

/** The style of a chat: fields of the recipe's input. */
export type ChatStyle = {
  readonly layout: 'overlay' | 'chat' | 'behind';
  readonly side: 'left' | 'right';
  readonly style: 'neutral' | 'blue' | 'green' | 'dark';
  readonly colors?: Readonly<Record<'me' | 'meText' | 'them' | 'themText', string>> | undefined;
  readonly contactName?: string | undefined;
  readonly scale: number;
};

/** The parts of a chat's canvas. Times are in seconds, sizes in pixels. */
export type ChatParts = {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
  readonly look: ChatStyle;
  readonly messages: readonly TimedMessage[];
  /** Returns the asset of a message's image. */
  readonly getImageId: (imageMaterial: string) => string | undefined;
  /** The clip below; null for a chat without one. */
  readonly sourceId: string | null;
  /** The audio track of the clip; absent for its default track. */
  readonly audioTrack?: number | undefined;
  /** The clip's subject, which is in front of the bubbles. */
  readonly cutOutId: string | null;
  readonly sounds: (MessageSounds & { readonly assetId: string }) | null;
  /** The background, `#rrggbb`; null for a transparent canvas. */
  readonly background: string | null;
};

/**
 * Creates the document of a chat: the clip with its audio below, the bubbles as one item with editable messages, the cutout if they
 * are behind the subject, and tracks of sound effects. Throws a ZodError for values that no document can contain.
 */
export function chatDocument(parts: ChatParts): TimelineDocument {
  const { width, height, sourceId, audioTrack, cutOutId, sounds, background } = parts;
  const durationSeconds = Math.min(documentLimits.seconds, parts.durationSeconds);
  const whole = { startSeconds: 0, durationSeconds, x: width / 2, y: height / 2, width, height };
  const clip = { type: 'video', sourceStartSeconds: 0, ...whole };
  const visual = [
    ...(sourceId === null
      ? []
      : [
          {
            ...clip,
            id: 'source',
            name: 'Source',
            role: 'source',
            assetId: sourceId,
            ...(audioTrack !== undefined && { audioTrack }),
          },
        ]),
    { id: 'bubbles', type: 'bubbles', name: 'Messages', role: 'bubbles', ...whole, ...toBubbles(parts) },
    ...(cutOutId === null
      ? []
      : [{ ...clip, id: 'cut-out', name: 'Cut-out', role: 'cut-out', assetId: cutOutId, isMuted: true }]),
  ];
  const tracks = [
    ...toLayers(visual),
    ...(sounds ? [toTrack('pops', 'Pops', sounds.pops, sounds.assetId)] : []),
    ...(sounds ? [toTrack('typing', 'Typing', sounds.typing, sounds.assetId)] : []),
  ];
  return resultDocument(
    parts,
    background,
    tracks.filter(({ items }) => items.length > 0),
  );
}

function toBubbles({ look, messages, getImageId }: ChatParts) {
  const { layout, side, style, colors, contactName, scale } = look;
  return {
    layout: layout === 'chat' ? 'chat' : 'overlay',
    side,
    style,
    scale,
    ...(colors && { colors: toLowerCase(colors) }),
    ...(contactName !== undefined && contactName.trim() !== '' && { contactName: contactName.trim() }),
    messages: toBubbleMessages(messages, getImageId),
  };
}

const toLowerCase = ({ me, meText, them, themText }: NonNullable<ChatStyle['colors']>) => ({
  me: me.toLowerCase(),
  meText: meText.toLowerCase(),
  them: them.toLowerCase(),
  themText: themText.toLowerCase(),
});

const toTrack = (id: string, name: string, effects: readonly HeardEffect[], assetId: string) => ({
  id: `track-${id}`,
  name,
  kind: 'sound',
  items: effects.map((effect) => ({
    type: 'sound',
    role: 'effect',
    assetId,
    fadeOutSeconds: getFade(effect),
    ...effect,
  })),
});

/** Returns the fade-out of an effect, because an effect that is cut off would click. */
const getFade = ({ durationSeconds }: HeardEffect): number => Math.min(0.02, durationSeconds / 2);
