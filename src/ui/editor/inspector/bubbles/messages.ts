import type { Message } from '#core/timeline/document.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';

/** The gap between two messages, in seconds: the approximate time to read one. */
const usualGapSeconds = 1.6;
const usualTypingSeconds = 0.8;

/** Adds a message at the end, from the other sender than the last one. */
export function addMessage(messages: readonly Message[], text: string): Message[] {
  const last = messages.at(-1);
  const added: Message = {
    id: uniqueId('message'),
    from: last?.from === 'me' ? 'them' : 'me',
    text,
    atSeconds: last ? round(last.atSeconds + usualGapSeconds) : usualTypingSeconds,
    typingSeconds: usualTypingSeconds,
  };
  return [...messages, added];
}

/** Changes the values of one message; null removes a value. */
export const setMessage = (
  messages: readonly Message[],
  id: string,
  changes: { readonly [Name in keyof Message]?: Message[Name] | null },
): Message[] => messages.map((message) => (message.id === id ? withChanges(message, changes) : message));

function withChanges(message: Message, changes: Parameters<typeof setMessage>[2]): Message {
  const { reaction, receipt, imageAssetId, ...rest } = { ...message, ...changes };
  return {
    id: message.id,
    from: rest.from ?? message.from,
    text: rest.text ?? message.text,
    atSeconds: rest.atSeconds ?? message.atSeconds,
    typingSeconds: rest.typingSeconds ?? message.typingSeconds,
    ...(reaction !== null && reaction !== undefined && reaction !== '' && { reaction }),
    ...(receipt !== null && receipt !== undefined && { receipt }),
    ...(imageAssetId !== null && imageAssetId !== undefined && { imageAssetId }),
  };
}

export const removeMessage = (messages: readonly Message[], id: string): Message[] =>
  messages.filter((message) => message.id !== id);

/** Swaps two adjacent messages: the times stay, and the messages exchange them. */
export function moveMessage(messages: readonly Message[], id: string, by: -1 | 1): Message[] {
  const ordered = inOrder(messages);
  const index = ordered.findIndex((message) => message.id === id);
  const [one, other] = [ordered[index], ordered[index + by]];
  if (!one || !other) {
    return [...messages];
  }
  return ordered.map((message) =>
    message === one
      ? { ...other, atSeconds: one.atSeconds }
      : message === other
        ? { ...one, atSeconds: other.atSeconds }
        : message,
  );
}

/** Returns the messages in the order of their times. */
export const inOrder = (messages: readonly Message[]): Message[] =>
  messages.toSorted((one, other) => one.atSeconds - other.atSeconds);

const round = (seconds: number): number => Number(seconds.toFixed(3));
