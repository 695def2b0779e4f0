import type { Fault } from '#core/timeline/check.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { readingSeconds } from './reading.ts';
import type { ScriptMessage, TimedMessage } from './script.ts';

/** A script with all times, and warnings. */
export type TimedScript = {
  readonly messages: readonly TimedMessage[];
  readonly durationSeconds: number;
  readonly warnings: readonly string[];
};

/** The seconds before the first message, and after the last one of a chat without a clip. */
const [leadSeconds, tailSeconds] = [0.4, 1];
/** The duration of the typing indicator before messages of the other person; mine have none. */
const usualTypingSeconds = 0.6;
/** The minimum duration of a typing indicator; a shorter one would flicker. */
const minTypingSeconds = 0.15;
/** The maximum share of the typing indicator in the time since the previous bubble. */
const maxTypingShare = 0.6;

/**
 * Computes the times of all messages, in seconds of the clip; null for a chat without one. Given times are kept: they are in order
 * and within the clip (`checkTimes`). Others follow the reading speed, or share the available time.
 */
export function timeScript(script: readonly ScriptMessage[], clipSeconds: number | null): TimedScript {
  const starts = placeAll(script, clipSeconds);
  const entered = script.map((message, index) => {
    const at = starts[index] ?? 0;
    const since = at - (starts[index - 1] ?? -Infinity);
    // A rounded-up duration would start the typing indicator before the video.
    const typingSeconds = Math.min(at, tidy(getTypingSeconds(message, at, since)));
    return { ...message, atSeconds: at, typingSeconds };
  });
  const durationSeconds = clipSeconds ?? durationOfChat(entered);
  const messages = withReading(entered, durationSeconds);
  return { messages, durationSeconds, warnings: listWarnings(messages) };
}

type GivenTimes = { readonly atSeconds?: number | undefined; readonly typingSeconds?: number | undefined };

/** Checks given times: they and their typing indicators are in order and start within the clip. Null without a clip. */
export function checkTimes(messages: readonly GivenTimes[], clipSeconds: number | null, path: string): Fault[] {
  let latest: number | undefined;
  return messages.flatMap(({ atSeconds, typingSeconds = 0 }, index) => {
    if (atSeconds === undefined) {
      return [];
    }
    const before = latest;
    latest = atSeconds;
    const fault = (field: string, message: string): Fault[] => [{ path: `${path}.${index}.${field}`, message }];
    if (before !== undefined && atSeconds <= before) {
      return fault('atSeconds', `must be later than ${before} s, when a message before it enters`);
    }
    if (clipSeconds !== null && atSeconds >= clipSeconds) {
      return fault('atSeconds', `must be before the end of the clip, which lasts ${tidy(clipSeconds)} s`);
    }
    return typingSeconds > atSeconds
      ? fault('typingSeconds', `must be at most ${atSeconds}, or typing would start before the video`)
      : [];
  });
}

/** Adds the time to read each message: its reading time, or the time until the next one enters. */
export const withReading = (
  messages: readonly (ScriptMessage & Pick<TimedMessage, 'atSeconds' | 'typingSeconds'>)[],
  durationSeconds: number,
): TimedMessage[] =>
  messages.map((message, index) => {
    const next = messages[index + 1]?.atSeconds ?? durationSeconds;
    return {
      ...message,
      readSeconds: tidy(Math.max(0, Math.min(getReadingSeconds(message), next - message.atSeconds))),
    };
  });

/** Returns the duration of a chat without a clip: until its last message has been read, and a moment more. */
export function durationOfChat(messages: readonly (ScriptMessage & Pick<TimedMessage, 'atSeconds'>)[]): number {
  const last = messages.at(-1);
  return Math.min(documentLimits.seconds, tidy((last?.atSeconds ?? 0) + getReadingSeconds(last) + tailSeconds));
}

const getReadingSeconds = (message: ScriptMessage | undefined): number =>
  message ? readingSeconds({ text: message.text, hasPicture: message.imageMaterial !== undefined }) : 0;

const usualTyping = ({ from, typingSeconds }: ScriptMessage): number =>
  typingSeconds ?? (from === 'them' ? usualTypingSeconds : 0);

/** Returns the typing duration, which never starts before the clip. An automatic one leaves time for the previous message. */
function getTypingSeconds(message: ScriptMessage, atSeconds: number, sinceSeconds: number): number {
  if (message.typingSeconds !== undefined) {
    return Math.min(message.typingSeconds, atSeconds);
  }
  const most = Math.min(usualTyping(message), atSeconds, maxTypingShare * sinceSeconds);
  return most < minTypingSeconds ? 0 : most;
}

/** Returns the time at which each bubble enters; the passages between given times are independent. */
function placeAll(script: readonly ScriptMessage[], clipSeconds: number | null): number[] {
  const starts: number[] = [];
  while (starts.length < script.length) {
    const from = starts.length;
    const given = script.findIndex((message, index) => index >= from && message.atSeconds !== undefined);
    const to = given < 0 ? script.length : given;
    const end = given < 0 ? clipSeconds : (script[given]?.atSeconds ?? null);
    const before = starts.at(-1) ?? 0;
    starts.push(...placeRun(findGaps(script, from, to), before, end));
    if (given >= 0) {
      starts.push(end ?? 0);
    }
  }
  return starts;
}

/** The wait before a message: the reading time of the previous one, and optional extra time. */
type Gap = { readonly reading: number; readonly ease: number };

/** Returns the wait before each message of a passage, and before the next message or the end. */
function findGaps(script: readonly ScriptMessage[], from: number, to: number): Gap[] {
  const gaps = script.slice(from, to).map((message, index) => {
    const before = script[from + index - 1];
    return { reading: getReadingSeconds(before), ease: usualTyping(message) + (before ? 0 : leadSeconds) };
  });
  const behind = script[to];
  return [...gaps, { reading: getReadingSeconds(script[to - 1]), ease: behind ? usualTyping(behind) : 0 }];
}

/** Places messages. If the time is short, typing overlaps with reading before the reading time is reduced. */
function placeRun(gaps: readonly Gap[], fromSeconds: number, toSeconds: number | null): number[] {
  const reading = gaps.reduce((sum, gap) => sum + gap.reading, 0);
  const ease = gaps.reduce((sum, gap) => sum + gap.ease, 0);
  const room = toSeconds === null ? reading + ease : toSeconds - fromSeconds;
  const readingPace = Math.min(1, room / reading);
  const easePace = ease === 0 ? 0 : Math.min(1, Math.max(0, room - reading) / ease);
  let at = fromSeconds;
  return gaps.slice(0, -1).map((gap) => {
    at += gap.reading * readingPace + gap.ease * easePace;
    return tidy(at);
  });
}

/** The share of the reading time below which there is a warning. */
const enoughShare = 0.8;

function listWarnings(messages: readonly TimedMessage[]): string[] {
  const hurried = [...messages.entries()].filter(
    ([, message]) => message.readSeconds < enoughShare * getReadingSeconds(message),
  );
  const [first] = hurried;
  if (!first) {
    return [];
  }
  const [index, { readSeconds }] = first;
  const wanted = getReadingSeconds(messages[index]);
  const count = hurried.length === 1 ? 'One message has' : `${hurried.length} messages have`;
  const example = `message ${index + 1} has ${readSeconds.toFixed(1)} s instead of ${wanted.toFixed(1)} s`;
  return [`${count} less time than it takes to read (${example}); use a longer clip, fewer words or other times.`];
}

/** Rounds to tenths of a millisecond, to remove rounding errors of sums. */
const tidy = (seconds: number): number => Math.round(seconds * 1e4) / 1e4;
