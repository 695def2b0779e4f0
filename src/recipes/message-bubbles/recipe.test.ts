import { expect, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { messageBubbles } from './recipe.ts';
import { timeScript } from './timing.ts';

const parse = (input: object) => messageBubbles.input.parse({ messages: [{ from: 'me', text: 'Hello' }], ...input });
const findFaults = (input: object): string[] =>
  messageBubbles.input
    .safeParse({ messages: [{ from: 'me', text: 'Hello' }], ...input })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

test('defaults are those of the description', () => {
  expect(parse({})).toEqual({
    messages: [{ from: 'me', text: 'Hello' }],
    layout: 'overlay',
    side: 'right',
    style: 'neutral',
    sounds: false,
    scale: 1,
    aspect: '16:9',
    frameRate: 30,
    outputFormat: 'mp4',
    autoApprove: false,
  });
});

test.each([
  [{ messages: [] }, ['messages']],
  [{ messages: Array.from({ length: 201 }, () => ({ from: 'me', text: 'Hello' })) }, ['messages']],
  [{ messages: [{ from: 'me', text: ' \n' }] }, ['messages.0.text']],
  [{ messages: [{ from: 'me' }] }, ['messages.0.text']],
  [{ messages: [{ from: 'you', text: 'Hello' }] }, ['messages.0.from']],
  [{ messages: [{ from: 'me', text: 'Hello', reaction: 'hilarious' }] }, ['messages.0.reaction']],
  [
    {
      messages: [
        { from: 'me', text: 'b', atSeconds: 2 },
        { from: 'me', text: 'a', atSeconds: 1 },
      ],
    },
    ['messages.1.atSeconds'],
  ],
  [{ messages: [{ from: 'me', text: 'b', atSeconds: 1, typingSeconds: 2 }] }, ['messages.0.typingSeconds']],
  [{ layout: 'behind' }, ['layout']],
  [{ colors: { me: '#123456' } }, ['colors.meText', 'colors.them', 'colors.themText']],
])('refuses an invalid input with its path: %j', (input, paths) => {
  expect(findFaults(input)).toEqual(paths);
});

test('a message that is too long for a bubble is refused with the limit and its path', () => {
  const fault = messageBubbles.input.safeParse({ messages: [{ from: 'me', text: 'a'.repeat(4000) }] }).error?.issues[0];
  expect(fault?.path).toEqual(['messages', 0, 'text']);
  expect(fault?.message).toMatch(/^must have at most 1000 characters/);
  expect(parse({ messages: [{ from: 'me', text: 'a'.repeat(1000) }] }).messages).toHaveLength(1);
});

test('emoji of several code points are one reaction', () => {
  expect(findFaults({ messages: [{ from: 'me', text: 'Hello', reaction: '👨‍👩‍👧‍👦' }] })).toEqual([]);
});

test('materials are the clip and the images of the messages, each with its path', () => {
  const picture = { from: 'me', imageMaterial: 'mat_picture' };
  const wishes = messageBubbles.materials(
    parse({ material: 'mat_clip', messages: [{ from: 'me', text: 'a' }, picture] }),
  );
  expect(wishes).toEqual([
    { path: 'material', material: 'mat_clip', kinds: ['video'] },
    { path: 'messages.1.imageMaterial', material: 'mat_picture', kinds: ['picture'] },
  ]);
  expect(messageBubbles.materials(parse({}))).toEqual([]);
});

test('a matte is only needed for the layout behind a subject', () => {
  expect(messageBubbles.models({ layout: 'behind' })).toHaveLength(1);
  expect(messageBubbles.models({ layout: 'overlay' })).toEqual([]);
  expect(messageBubbles.models({})).toEqual([]);
});

const onClip = parse({
  material: 'mat_clip',
  messages: [
    { from: 'them', text: 'Hello' },
    { from: 'me', imageMaterial: 'mat_picture' },
  ],
});
const alone = parse({ messages: onClip.messages });

function makeProposal(clipSeconds: number | null) {
  const { messages, durationSeconds } = timeScript(onClip.messages, clipSeconds);
  return { messages: [...messages], durationSeconds };
}

function settle(change: (sent: ReturnType<typeof makeProposal>) => object, clipSeconds: number | null) {
  const proposed = makeProposal(clipSeconds);
  const sent = messageBubbles.proposal.parse(change(proposed));
  return messageBubbles.settleProposal?.(sent, proposed, clipSeconds === null ? alone : onClip);
}

test('an unchanged proposal stays the same', () => {
  expect(settle((sent) => sent, 10)).toEqual(makeProposal(10));
  expect(settle((sent) => sent, null)).toEqual(makeProposal(null));
});

test('computed values are recomputed: reading times, and the duration of a clip', () => {
  const settled = settle(({ messages }) => {
    const [first, second] = messages;
    return {
      durationSeconds: 99,
      messages: [
        { ...first, text: 'word '.repeat(23), readSeconds: 77 },
        { ...second, atSeconds: 8 },
      ],
    };
  }, 10);
  expect(settled).toMatchObject({ durationSeconds: 10, messages: [{ readSeconds: 6 }, { readSeconds: 1.2 }] });
});

test('a chat without a clip lasts as long as its messages, or for the given duration', () => {
  const later = (sent: ReturnType<typeof makeProposal>) =>
    sent.messages.map((message, index) => (index === 1 ? { ...message, atSeconds: 20 } : message));
  expect(settle((sent) => ({ ...sent, messages: later(sent) }), null)?.durationSeconds).toBeCloseTo(22.2, 6);
  expect(settle((sent) => ({ messages: later(sent), durationSeconds: 60 }), null)?.durationSeconds).toBe(60);
});

test.each([
  ['proposal.messages.1.atSeconds', 10, { atSeconds: 10 }, {}],
  ['proposal.messages.1.atSeconds', 10, { atSeconds: 0.1 }, {}],
  ['proposal.messages.1.typingSeconds', 10, { atSeconds: 5, typingSeconds: 6 }, {}],
  ['proposal.messages.1.imageMaterial', 10, { imageMaterial: 'mat_other' }, {}],
  ['proposal.durationSeconds', null, { atSeconds: 20 }, { durationSeconds: 20 }],
])('refuses an invalid edit with its path: %s', (path, clipSeconds, second, whole) => {
  const refused = (): unknown =>
    settle(
      (sent) => ({
        ...sent,
        ...whole,
        messages: sent.messages.map((message, index) => (index === 1 ? { ...message, ...second } : message)),
      }),
      clipSeconds,
    );
  expect(refused).toThrow(Failure);
  expect(refused).toThrow(path);
});
