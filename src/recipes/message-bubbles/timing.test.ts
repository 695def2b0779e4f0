import { expect, test } from 'vitest';
import type { ScriptMessage } from './script.ts';
import { checkTimes, durationOfChat, timeScript } from './timing.ts';

type Said = Partial<ScriptMessage>;

const script = (...messages: readonly Said[]): ScriptMessage[] =>
  messages.map((message, index) => ({ from: index % 2 === 0 ? 'them' : 'me', text: 'Short', ...message }));
const words = (count: number): string => 'word '.repeat(count);
const starts = (messages: readonly ScriptMessage[], clipSeconds: number | null): number[] =>
  timeScript(messages, clipSeconds).messages.map(({ atSeconds }) => atSeconds);

test('messages enter when the previous one has been read, those of others after .6 s of typing', () => {
  const { messages, durationSeconds, warnings } = timeScript(script({ text: words(23) }, {}, {}), null);
  expect(messages.map(({ atSeconds, typingSeconds, readSeconds }) => [atSeconds, typingSeconds, readSeconds])).toEqual([
    [1, 0.6, 6],
    [7, 0, 1.2],
    [8.8, 0.6, 1.2],
  ]);
  expect(durationSeconds).toBe(11);
  expect(durationOfChat(messages)).toBe(11);
  expect(warnings).toEqual([]);
});

test('on a long clip the pace is the reading speed, and the duration is that of the clip', () => {
  const timed = timeScript(script({}, {}, {}), 60);
  expect(timed.durationSeconds).toBe(60);
  expect(timed.messages.map(({ atSeconds }) => atSeconds)).toEqual([1, 2.2, 4]);
});

test('a script fits into its clip however short it is, with a warning if it is too fast', () => {
  for (const [count, clipSeconds] of [
    [4, 5],
    [40, 10],
    [200, 3],
    [200, 0.5],
  ] as const) {
    const { messages, warnings } = timeScript(script(...Array.from({ length: count }, () => ({}))), clipSeconds);
    expect(checkTimes(messages, clipSeconds, 'messages')).toEqual([]);
    expect(messages.at(-1)?.atSeconds).toBeLessThan(clipSeconds);
    expect(messages.every(({ typingSeconds, atSeconds }) => typingSeconds <= atSeconds)).toBe(true);
    messages.slice(1).forEach((message, index) => {
      const before = messages[index];
      const reads = (before?.atSeconds ?? 0) + (before?.readSeconds ?? 0);
      expect(reads).toBeLessThanOrEqual(message.atSeconds + 1e-3);
    });
    expect(warnings).toHaveLength(count === 4 ? 0 : 1);
  }
});

test('the warning names a message that is too fast, and by how much', () => {
  const { warnings } = timeScript(
    script({ text: 'Short', atSeconds: 1 }, { text: words(23), atSeconds: 3 }, { atSeconds: 5 }),
    20,
  );
  expect(warnings).toEqual([
    expect.stringMatching(/^One message has less .* \(message 2 has 2\.0 s instead of 6\.0 s\)/),
  ]);
});

test('given times are kept exactly, and the others fill the gaps', () => {
  const given = script({ atSeconds: 0.25 }, {}, {}, { atSeconds: 4.125, typingSeconds: 0.9 }, {});
  const [first, second, third, fourth, fifth] = starts(given, 20);
  expect([first, fourth]).toEqual([0.25, 4.125]);
  expect([second, third]).toEqual([expect.closeTo(1.45, 9), expect.closeTo(2.76, 4)]);
  expect(fifth).toBe(4.125 + 1.2 + 0.6);
  expect(timeScript(given, 20).messages[3]?.typingSeconds).toBe(0.9);
});

test('messages between two given times share a time that is too short', () => {
  const between = starts(script({ atSeconds: 1 }, {}, {}, { atSeconds: 1.3 }), 20);
  expect(between.toSorted((one, other) => one - other)).toEqual(between);
  expect(new Set(between).size).toBe(4);
});

test('typing never starts before the clip, and automatic typing leaves some time for the previous message', () => {
  const typing = (...messages: readonly Said[]) =>
    timeScript(script(...messages), 30).messages.map(({ typingSeconds }) => typingSeconds);
  expect(typing({ atSeconds: 0.7 })).toEqual([0.6]);
  expect(typing({ atSeconds: 0.3 })).toEqual([0.3]);
  expect(typing({ atSeconds: 0.1 })).toEqual([0]);
  expect(typing({ from: 'them', atSeconds: 2 }, { from: 'them', atSeconds: 3 })).toEqual([0.6, 0.6]);
  expect(typing({ from: 'them', atSeconds: 2 }, { from: 'them', atSeconds: 2.5 })).toEqual([0.6, 0.3]);
});

test.each([
  [[{ atSeconds: 2 }, { atSeconds: 2 }], 'messages.1.atSeconds', 'later than 2 s'],
  [[{ atSeconds: 3 }, {}, { atSeconds: 2 }], 'messages.2.atSeconds', 'later than 3 s'],
  [[{}, { atSeconds: 10 }], 'messages.1.atSeconds', 'which lasts 10 s'],
  [[{ atSeconds: 0.5, typingSeconds: 0.6 }], 'messages.0.typingSeconds', 'at most 0.5'],
])('refuses invalid times with their path: %j', (messages, path, sentence) => {
  expect(checkTimes(messages, 10, 'messages')).toEqual([{ path, message: expect.stringContaining(sentence) }]);
});

test('without a clip there is no end to check against', () => {
  expect(checkTimes([{ atSeconds: 1000 }], null, 'messages')).toEqual([]);
});

test('a chat without a clip ends within the maximum canvas duration', () => {
  const { messages, durationSeconds } = timeScript(script({ atSeconds: 43_199, text: words(500) }), null);
  expect([durationSeconds, messages[0]?.readSeconds]).toEqual([43_200, 1]);
});

test('typing never starts before the video, for any fraction of a second of a given time', () => {
  const tenFrames = 10 / 24;
  for (const typingSeconds of [undefined, tenFrames]) {
    const { messages } = timeScript(script({ atSeconds: tenFrames, typingSeconds }), 9);
    expect(messages[0]?.typingSeconds).toBeGreaterThan(0.4);
    expect(checkTimes(messages, 9, 'messages')).toEqual([]);
  }
});
