import { documentLimits } from '#core/timeline/limits.ts';
import type { TimedMessage } from '../script.ts';
import { durationOfChat, timeScript, withReading } from '../timing.ts';
import { getWords } from '../words.ts';
import { toList, toRecord, toText, type Json } from '#ui/app/json.ts';
import type { Said } from '#ui/kit/form/parse-chat.ts';

/** An edited script. Times are seconds of the canvas. */
export type Script = {
  readonly messages: readonly TimedMessage[];
  readonly durationSeconds: number;
  /** The duration of the clip below; null for a chat without a clip, whose duration follows its messages. */
  readonly clipSeconds: number | null;
};

/** The minimum time between two messages. */
const minGapSeconds = 0.05;
const usualTypingSeconds = 0.6;
/** The maximum time of the last message in a chat without a clip, a little before the maximum duration of a canvas. */
const latestSeconds = documentLimits.seconds - 1;

const receipts = ['sent', 'delivered', 'read'] as const;
const toSeconds = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Reads the script of a proposal, whose JSON the user may have edited. */
export function readScript(proposal: Json, input: Json): Script {
  const durationSeconds = toSeconds(proposal['durationSeconds']);
  const messages = toList(proposal['messages']).map(toRecord).map(readMessage);
  return { messages, durationSeconds, clipSeconds: input['material'] === undefined ? null : durationSeconds };
}

function readMessage(message: Json): TimedMessage {
  const receipt = receipts.find((one) => one === message['receipt']);
  const [reaction, imageMaterial] = [toText(message['reaction']), toText(message['imageMaterial'])];
  return {
    from: message['from'] === 'me' ? 'me' : 'them',
    text: toText(message['text']),
    ...(reaction !== '' && { reaction }),
    ...(receipt && { receipt }),
    ...(imageMaterial !== '' && { imageMaterial }),
    atSeconds: toSeconds(message['atSeconds']),
    typingSeconds: toSeconds(message['typingSeconds']),
    readSeconds: toSeconds(message['readSeconds']),
  };
}

/** Returns the proposal for a script, including the values that are computed from it. */
export const toProposal = ({ messages, durationSeconds }: Script): Json => ({
  messages: withReading(messages, durationSeconds),
  durationSeconds,
});

/** The editable fields of a message. Undefined removes a reaction, a receipt or an image. */
export type MessageChange = {
  readonly from?: TimedMessage['from'];
  readonly text?: string;
  readonly reaction?: string | undefined;
  readonly receipt?: TimedMessage['receipt'] | undefined;
  readonly imageMaterial?: string | undefined;
  readonly typingSeconds?: number;
};

export function changeMessage(script: Script, index: number, change: MessageChange): Script {
  const message = script.messages[index];
  if (!message) {
    return script;
  }
  const { reaction, receipt, imageMaterial, ...rest } = { ...message, ...change };
  const typingSeconds = Math.min(rest.typingSeconds, rest.atSeconds);
  const changed = {
    ...rest,
    typingSeconds,
    ...(reaction !== undefined && reaction !== '' && { reaction }),
    ...(receipt !== undefined && { receipt }),
    ...(imageMaterial !== undefined && { imageMaterial }),
  };
  return withMessages(script, script.messages.with(index, changed));
}

/**
 * Returns the times between which a message may start, so that the messages stay in order; only its own time if its
 * neighbours are closer than that.
 */
export function getBounds({ messages, clipSeconds }: Script, index: number): { least: number; most: number } {
  const [before, message, after] = [messages[index - 1], messages[index], messages[index + 1]];
  const end = after?.atSeconds ?? clipSeconds;
  const least = before ? before.atSeconds + minGapSeconds : 0;
  const most = end === null ? latestSeconds : end - minGapSeconds;
  const now = message?.atSeconds ?? least;
  return { least: Math.min(least, now), most: Math.max(most, now) };
}

/** Moves a message in time as far as its neighbours allow. */
export function moveTime(script: Script, index: number, seconds: number): Script {
  const message = script.messages[index];
  if (!message) {
    return script;
  }
  const { least, most } = getBounds(script, index);
  const atSeconds = tidy(Math.min(most, Math.max(least, seconds)));
  const typingSeconds = Math.min(message.typingSeconds, atSeconds);
  return withMessages(script, script.messages.with(index, { ...message, atSeconds, typingSeconds }));
}

/** Moves the content of a message to another position. The times of the messages stay. */
export function moveMessage(script: Script, from: number, to: number): Script {
  const { messages } = script;
  const moved = messages[from];
  if (!moved || to < 0 || to >= messages.length || to === from) {
    return script;
  }
  const order = messages.toSpliced(from, 1).toSpliced(to, 0, moved);
  const placed = order.map((message, index) => {
    const atSeconds = messages[index]?.atSeconds ?? message.atSeconds;
    return { ...message, atSeconds, typingSeconds: Math.min(message.typingSeconds, atSeconds) };
  });
  return withMessages(script, placed);
}

export const removeMessage = (script: Script, index: number): Script =>
  script.messages.length > 1 ? withMessages(script, script.messages.toSpliced(index, 1)) : script;

/** Returns whether a chat has reached its maximum number of messages. */
export const isFull = ({ messages }: Script): boolean => messages.length >= documentLimits.messages;

/**
 * Adds an empty message of the other sender after the message at `index`, or in the middle of the gap if time is short. Returns
 * the same script if it is full.
 */
export function addMessage(script: Script, index: number): Script {
  const { messages, clipSeconds } = script;
  if (isFull(script)) {
    return script;
  }
  const before = messages[index];
  const [at, next] = [before?.atSeconds ?? 0, messages[index + 1]?.atSeconds ?? clipSeconds];
  const usual = at + (before?.readSeconds || 1.2) + usualTypingSeconds;
  const atSeconds = tidy(next === null || usual < next - minGapSeconds ? usual : (at + next) / 2);
  const from = before?.from === 'me' ? 'them' : 'me';
  const typingSeconds = from === 'them' ? Math.min(usualTypingSeconds, tidy((atSeconds - at) / 2)) : 0;
  const added = { from, text: '', atSeconds, typingSeconds, readSeconds: 0 } as const;
  return withMessages(script, messages.toSpliced(index + 1, 0, added));
}

/** Times the words so that they are read one after the other. */
export function timeAnew(script: Script, said: readonly Said[] = script.messages.map(getWords)): Script {
  const { messages, durationSeconds } = timeScript(said, script.clipSeconds);
  return { ...script, messages, durationSeconds };
}

function withMessages(script: Script, messages: readonly TimedMessage[]): Script {
  const { clipSeconds } = script;
  const follows = script.durationSeconds === durationOfChat(script.messages);
  const last = messages.at(-1)?.atSeconds ?? 0;
  const own = follows || script.durationSeconds <= last ? durationOfChat(messages) : script.durationSeconds;
  const durationSeconds = clipSeconds ?? own;
  return { ...script, messages: withReading(messages, durationSeconds), durationSeconds };
}

/** Returns the time at which a message has stopped moving, before the next one moves it. */
export function getRest({ messages, durationSeconds }: Script, index: number): number {
  const message = messages[index];
  const next = messages[index + 1];
  const at = message?.atSeconds ?? 0;
  const end = next ? next.atSeconds - next.typingSeconds : durationSeconds;
  return Math.max(at, Math.min(at + (message?.reaction === undefined ? 1 : 1.6), end - minGapSeconds));
}

const tidy = (seconds: number): number => Math.round(seconds * 1e3) / 1e3;
