import { documentLimits } from '#core/timeline/limits.ts';
import type { TimedMessage } from '../script.ts';
import { durationOfChat, timeScript, withReading } from '../timing.ts';
import { getWords } from '../words.ts';
import { toList, toRecord, toText, type Json } from '#ui/app/json.ts';

/** A script as it is edited. Times in seconds of the canvas. */
export type Script = {
  readonly messages: readonly TimedMessage[];
  readonly durationSeconds: number;
  /** How long the clip below is; null for a chat that stands alone, whose length follows its messages. */
  readonly clipSeconds: number | null;
};

/** No two messages enter more closely than this. */
const minGapSeconds = 0.05;
const usualTypingSeconds = 0.6;
/** The last message of a chat that stands alone enters a little before every canvas ends. */
const latestSeconds = documentLimits.seconds - 1;

const receipts = ['sent', 'delivered', 'read'] as const;
const toSeconds = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** The script of a proposal, whatever somebody has written into its JSON. */
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

/** The proposal that a script is, with what is computed of it. */
export const toProposal = ({ messages, durationSeconds }: Script): Json => ({
  messages: withReading(messages, durationSeconds),
  durationSeconds,
});

/** What of a message can be changed; undefined takes a reaction, a receipt or a picture away. */
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

/** Between which times a message may enter, so that the messages stay in order; where they are closer than that, its own. */
export function getBounds({ messages, clipSeconds }: Script, index: number): { least: number; most: number } {
  const [before, message, after] = [messages[index - 1], messages[index], messages[index + 1]];
  const end = after?.atSeconds ?? clipSeconds;
  const least = before ? before.atSeconds + minGapSeconds : 0;
  const most = end === null ? latestSeconds : end - minGapSeconds;
  const now = message?.atSeconds ?? least;
  return { least: Math.min(least, now), most: Math.max(most, now) };
}

/** Lets a message enter at another time, as near to it as its neighbours allow. */
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

/** Moves what a message says to another place; the times at which messages enter stay. */
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

/** Whether a script has as many messages as a chat may have. */
export const isFull = ({ messages }: Script): boolean => messages.length >= documentLimits.messages;

/**
 * Adds an empty message of the other one behind the message at `index`, when there is time for it, else in the middle of the gap;
 * the same script where it is full.
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

/** The same words, timed to be read one after the other. */
export function timeAnew(script: Script, said: readonly Said[] = script.messages.map(getWords)): Script {
  const { messages, durationSeconds } = timeScript(said, script.clipSeconds);
  return { ...script, messages, durationSeconds };
}

/** What a message says. */
export type Said = Pick<TimedMessage, 'from' | 'text'>;

function withMessages(script: Script, messages: readonly TimedMessage[]): Script {
  const { clipSeconds } = script;
  const follows = script.durationSeconds === durationOfChat(script.messages);
  const last = messages.at(-1)?.atSeconds ?? 0;
  const own = follows || script.durationSeconds <= last ? durationOfChat(messages) : script.durationSeconds;
  const durationSeconds = clipSeconds ?? own;
  return { ...script, messages: withReading(messages, durationSeconds), durationSeconds };
}

/** When a message has come to rest, before the next one moves it. */
export function getRest({ messages, durationSeconds }: Script, index: number): number {
  const message = messages[index];
  const next = messages[index + 1];
  const at = message?.atSeconds ?? 0;
  const end = next ? next.atSeconds - next.typingSeconds : durationSeconds;
  return Math.max(at, Math.min(at + (message?.reaction === undefined ? 1 : 1.6), end - minGapSeconds));
}

const tidy = (seconds: number): number => Math.round(seconds * 1e3) / 1e3;
