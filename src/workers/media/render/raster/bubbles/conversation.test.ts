import { beforeAll, expect, test, vi } from 'vitest';
import { timelineItem } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { FakeCanvas } from '../../../../../../test/support/fake-canvas.ts';
import type { Box } from '../box.ts';
import { measureText } from '../text/break-lines.ts';
import { placeConversation, type PlacedBubble } from './place-conversation.ts';
import { reactionAt } from './draw-extras.ts';
import {
  badgeShape,
  type Bubbles,
  type ConversationPlan,
  planConversation,
  reactionRoom,
} from './plan-conversation.ts';

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});

type Said = Partial<Bubbles['messages'][number]> & { text: string };

const place = { id: 'a', name: 'a', type: 'bubbles', startSeconds: 0, durationSeconds: 99, x: 0, y: 0 };

function plan(messages: readonly Said[], change: Partial<Bubbles> = {}, box = { width: 1280, height: 720 }) {
  const made = messages.map((message, index) => ({ id: `${index}`, from: 'me', atSeconds: index, ...message }));
  // Layouts are tested with longer messages than a document can have.
  const short = made.map((message) => ({ ...message, text: '' }));
  const item = timelineItem.parse({ ...place, ...box, ...change, messages: short });
  if (item.type !== 'bubbles') {
    throw new Error('They are no bubbles');
  }
  const texts = new Map(made.map(({ id, text }) => [id, text]));
  const whole = { ...item, messages: item.messages.map((one) => ({ ...one, text: texts.get(one.id) ?? '' })) };
  return planConversation(whole, box, {
    capHeight: 0.7,
    pictureSize: (assetId) => (assetId === 'gone' ? null : { width: 4000, height: 300 }),
    measure: ({ text }) => measureText(text, { css: '', weight: 440, letterSpacing: 0 }),
  });
}

const boxes = [
  ['16:9', { width: 1280, height: 720 }],
  ['9:16', { width: 720, height: 1280 }],
  ['1:1', { width: 1080, height: 1080 }],
  ['a small corner', { width: 200, height: 90 }],
] as const;

const long = 'Nothing leaves its bubble, and no bubble leaves the safe area, however much there is to say. ';
const hard: readonly Said[] = [
  { text: 'ok' },
  { text: long.repeat(2), from: 'them', typingSeconds: 0.6, reaction: '🔥' },
  { text: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4), receipt: 'read' },
  { text: '今日はとても良い天気ですね。散歩に行きましょう！', from: 'them', imageAssetId: 'picture' },
  { text: '😀' },
  { text: long.repeat(40), from: 'them', typingSeconds: 0.3, atSeconds: 4.1 },
  { text: '', imageAssetId: 'gone', receipt: 'sent', reaction: '👍', atSeconds: 4.2 },
  { text: 'a\n'.repeat(60), atSeconds: 5 },
  { text: 'The end', from: 'them', typingSeconds: 2, atSeconds: 8 },
];

const times = Array.from({ length: 300 }, (_, index) => -0.5 + index / 30);

/** Returns the part of the box that a bubble covers: scaled from the corner at its side, and lowered. */
function getCover({ frame, bubbles, item }: ConversationPlan, placed: PlacedBubble): Box {
  const { isRight = false, message } = bubbles[placed.index] ?? {};
  const { x, y, width, height, scale, lower } = placed;
  const room = message && placed.reaction > 0 && item.layout === 'overlay' ? reactionRoom(message, frame.em) : 0;
  const [left, bottom] = [isRight ? x + width - width * scale : x, y + height + lower];
  return { x: left, y: bottom - height * scale - room, width: width * scale, height: height * scale + room };
}

test.each(boxes.flatMap(([name, box]) => (['left', 'right'] as const).map((side) => [name, side, box] as const)))(
  'bubbles of an overlay stay in the safe area at all times: %s, mine at the %s',
  (_, side, box) => {
    for (const style of ['neutral', 'green'] as const) {
      const made = plan(hard, { side, style }, box);
      const { safe } = made.frame;
      for (const seconds of times) {
        for (const placed of placeConversation(made, seconds).bubbles) {
          const cover = getCover(made, placed);
          const left = [cover.x - safe.x, cover.y - safe.y];
          const right = [safe.x + safe.width - cover.x - cover.width, safe.y + safe.height - cover.y - cover.height];
          expect(Math.min(...left, ...right), `at ${seconds}: ${JSON.stringify(placed)}`).toBeGreaterThan(-0.5);
        }
      }
    }
  },
);

test.each(boxes)('all content stays in its bubble: %s', (_, box) => {
  for (const layout of ['overlay', 'chat'] as const) {
    for (const bubble of plan(hard, { layout, style: 'green' }, box).bubbles) {
      for (const line of bubble.lines) {
        expect(line.x).toBeGreaterThanOrEqual(-0.01);
        expect(line.x + line.width).toBeLessThanOrEqual(bubble.width + 0.01);
        expect(line.baseline).toBeLessThanOrEqual(bubble.height);
      }
    }
  }
});

test.each(boxes)('reactions stay in the safe area, however wide their bubble is: %s', (_, box) => {
  for (const layout of ['overlay', 'chat'] as const) {
    const made = plan(
      hard.map((message) => ({ ...message, reaction: '😂👍🔥' })),
      { layout },
      box,
    );
    const { em, safe } = made.frame;
    const half = 2 * em;
    for (const placed of placeConversation(made, 20).bubbles) {
      const { x, y } = reactionAt(made.bubbles[placed.index] ?? { isRight: false }, placed, half, made.frame);
      expect(x - half).toBeGreaterThanOrEqual(safe.x - 0.01);
      expect(x + half).toBeLessThanOrEqual(safe.x + safe.width + 0.01);
      expect(layout === 'chat' ? safe.y : y - badgeShape.radius * em).toBeGreaterThanOrEqual(safe.y - 0.5);
    }
  }
});

test.each(boxes.slice(0, 3))('a message of maximum length has letters of a readable size: %s', (_, box) => {
  const text = long.repeat(20).slice(0, documentLimits.messageLength);
  for (const layout of ['overlay', 'chat'] as const) {
    const [bubble] = plan([{ text }], { layout, contactName: 'Maya' }, box).bubbles;
    expect(bubble?.sizePx).toBeGreaterThanOrEqual(Math.min(box.width, box.height) / 46);
  }
});

test('bubbles at rest do not overlap, and each is on its own side', () => {
  const made = plan(hard.slice(0, 4), { side: 'left' });
  const { bubbles } = placeConversation(made, 20);
  bubbles.slice(1).forEach((bubble, index) => {
    const above = bubbles[index];
    expect(bubble.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  });
  expect(made.bubbles.map(({ isRight }) => isRight)).toEqual([false, true, false, true]);
});

test('ticks are at the end of the last line, which is at the left in right-to-left text', () => {
  const [hebrew, latin] = plan(
    [
      { text: 'שלום', receipt: 'read' },
      { text: 'Hello', receipt: 'read' },
    ],
    { style: 'green' },
  ).bubbles;
  const getRoom = (bubble = hebrew) => {
    const [line] = bubble?.lines ?? [];
    return [line?.x ?? 0, (bubble?.width ?? 0) - (line?.x ?? 0) - (line?.width ?? 0)];
  };
  const [least, most] = getRoom(latin);
  expect(getRoom()).toEqual([most, least].map((room) => expect.closeTo(room ?? 0, 3)));
  expect(most).toBeGreaterThan((least ?? 0) + 40);
});

test('ticks are next to bare emoji, not on them', () => {
  const [emoji] = plan([{ text: '❤️', receipt: 'read' }], { style: 'green' }).bubbles;
  const [line] = emoji?.lines ?? [];
  const { em } = plan([]).frame;
  expect(emoji?.isBare).toBe(true);
  expect((emoji?.width ?? 0) - (line?.x ?? 0) - (line?.width ?? 0)).toBeGreaterThan(1.7 * em);
});

test('the first dots appear before anything else, and the message replaces them', () => {
  const made = plan([{ text: 'Hello', from: 'them', atSeconds: 2, typingSeconds: 0.6 }]);
  const at = (seconds: number) => placeConversation(made, seconds).bubbles;
  expect(at(1.39)).toEqual([]);
  expect(at(1.7)).toMatchObject([{ shows: 'dots', index: 0 }]);
  expect(at(2)).toMatchObject([{ shows: 'message', wordsOpacity: 0, opacity: 1, dots: { opacity: 1 } }]);
  // Its bubble is never empty: the dots disappear in place while the words appear.
  for (let seconds = 2; seconds < 2.3; seconds += 1 / 60) {
    const [bubble] = at(seconds);
    expect((bubble?.dots?.opacity ?? 0) + (bubble?.wordsOpacity ?? 0), `${seconds}`).toBeGreaterThan(0.4);
    expect(bubble?.dots?.box.x ?? 0).toBe(0);
    expect(bubble?.dots ? bubble.dots.box.y + bubble.dots.box.height : bubble?.height).toBe(bubble?.height);
  }
  expect(at(3)).toMatchObject([{ shows: 'message', wordsOpacity: 1, scale: 1, lower: 0, dots: null }]);
});

test('a message without visible words, which is smaller than its dots, has no negative size', () => {
  const empty = plan([{ text: '', typingSeconds: 0.6, atSeconds: 1 }]);
  const sizes = times.flatMap((seconds) =>
    placeConversation(empty, seconds).bubbles.flatMap(({ width, height }) => [width, height]),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0);
});

test('an entering bubble rises and grows like a spring', () => {
  const made = plan([{ text: 'Hello', atSeconds: 1 }]);
  const [first] = placeConversation(made, 1.001).bubbles;
  const [rest] = placeConversation(made, 2).bubbles;
  expect(first?.scale).toBeCloseTo(0.82, 2);
  expect(first?.lower).toBeCloseTo((32 / 44) * made.frame.em, 0);
  expect(rest).toMatchObject({ scale: 1, lower: 0, opacity: 1 });
});

test('the latest message has the tail and the receipt', () => {
  const made = plan([
    { text: 'One', receipt: 'read' },
    { text: 'Two', receipt: 'sent' },
  ]);
  const show = (seconds: number) =>
    placeConversation(made, seconds).bubbles.map(({ hasTail, receipt }) => [hasTail, receipt]);
  expect(show(0.9)).toEqual([[true, 1]]);
  expect(show(9)).toEqual([
    [false, 0],
    [true, 1],
  ]);
});

test('a chat shows its day from the start and scrolls when it is full', () => {
  const messages = Array.from({ length: 20 }, (_, index) => ({ text: 'Some words', atSeconds: index + 1 }));
  const made = plan(messages, { layout: 'chat', contactName: 'Maya' });
  expect(placeConversation(made, 0)).toMatchObject({ bubbles: [], day: { y: made.frame.area.y, opacity: 1 } });
  const { bubbles, day } = placeConversation(made, 99);
  const last = bubbles.at(-1);
  expect(day).toBeNull();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeCloseTo(made.frame.area.y + made.frame.area.height, 3);
});

test('the day of a chat fades as it scrolls, and is never visible under the header', () => {
  const messages = Array.from({ length: 20 }, (_, index) => ({ text: 'Some words', atSeconds: index + 1 }));
  const made = plan(messages, { layout: 'chat', contactName: 'Maya' });
  const { em, safe } = made.frame;
  const days = Array.from({ length: 600 }, (_, index) => placeConversation(made, index / 30).day);
  const shown = days.flatMap((day) => (day ? [day] : []));
  expect(shown.filter(({ opacity }) => opacity < 1).length).toBeGreaterThan(0);
  // The top of the day is half its height above its centre.
  expect(shown.every(({ y }) => y + 1.15 * em > safe.y)).toBe(true);
  expect(shown.filter(({ y }) => y + 0.4 * em >= safe.y).every(({ opacity }) => opacity === 1)).toBe(true);
});

test.each([1, 3, 40])('four bubbles on a square frame cover less than half of it: %s times as long', (times) => {
  const text = 'A message of a usual length, with about a dozen words in it. ';
  const box = { width: 1080, height: 1080 };
  const made = plan(
    Array.from({ length: 4 }, (_, index) => ({ text: text.repeat(times), atSeconds: index })),
    {},
    box,
  );
  const covered = placeConversation(made, 9).bubbles.reduce((sum, { width, height }) => sum + width * height, 0);
  expect(covered).toBeGreaterThan(0.05 * box.width * box.height);
  expect(covered).toBeLessThan(0.5 * box.width * box.height);
});

test('a still conversation is the same at every time, so that it is drawn once', () => {
  const made = plan(hard.slice(0, 3));
  expect(placeConversation(made, 6)).toEqual(placeConversation(made, 60));
});
