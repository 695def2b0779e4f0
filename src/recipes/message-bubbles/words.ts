import type { TimelineDocument } from '#core/timeline/document.ts';
import type { ScriptMessage, TimedMessage } from './script.ts';

/** Returns the content of a message without its times. */
export const getWords = ({ from, text, reaction, receipt, imageMaterial }: ScriptMessage) => ({
  from,
  text,
  ...(reaction !== undefined && { reaction }),
  ...(receipt !== undefined && { receipt }),
  ...(imageMaterial !== undefined && { imageMaterial }),
});

/** Returns the messages of the bubbles item; `getImageId` returns the asset of an image. Without zod, because pages use it too. */
export const toBubbleMessages = (
  messages: readonly TimedMessage[],
  getImageId: (imageMaterial: string) => string | undefined,
) =>
  messages.map((message, index) => {
    const { imageMaterial, ...words } = getWords(message);
    const { atSeconds, typingSeconds } = message;
    const imageAssetId = imageMaterial === undefined ? undefined : getImageId(imageMaterial);
    return {
      id: `message-${index + 1}`,
      ...words,
      atSeconds,
      typingSeconds,
      ...(imageAssetId !== undefined && { imageAssetId }),
    };
  });

type Edited = { readonly messages: readonly TimedMessage[]; readonly durationSeconds: number };

/** Returns the canvas of a chat with other messages, for display while the user edits them. */
export function withMessages(
  document: TimelineDocument,
  { messages, durationSeconds }: Edited,
  getImageId: (imageMaterial: string) => string | undefined,
): TimelineDocument {
  const tracks = document.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) =>
      item.type === 'bubbles' ? { ...item, durationSeconds, messages: toBubbleMessages(messages, getImageId) } : item,
    ),
  }));
  return { ...document, tracks };
}
