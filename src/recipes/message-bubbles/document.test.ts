import { expect, test } from 'vitest';
import { checkDocument } from '#core/timeline/check.ts';
import { sceneAt } from '#core/timeline/scene.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { soundIn } from '#core/timeline/sound.ts';
import { getBackground } from './background.ts';
import { chatDocument, type ChatParts } from './document.ts';
import { getMoments } from './moments.ts';
import { chatSize } from './size.ts';
import { getSounds } from './sounds.ts';
import { timeScript } from './timing.ts';

const { messages } = timeScript(
  [
    { from: 'them', text: 'Hello', reaction: '🔥' },
    { from: 'me', text: 'Hi', receipt: 'read', imageMaterial: 'mat_picture' },
    { from: 'them', text: 'So?' },
  ],
  10,
);

const parts: ChatParts = {
  title: 'clip messages',
  width: 1280,
  height: 720,
  frameRate: 25,
  durationSeconds: 10,
  look: { layout: 'overlay', side: 'left', style: 'dark', contactName: '  ', scale: 1.2 },
  messages,
  getImageId: (name) => (name === 'mat_picture' ? 'mat_1' : undefined),
  sourceId: 'mat_clip',
  cutOutId: null,
  sounds: null,
  background: null,
};

const getLayers = (change: Partial<ChatParts>): string[] =>
  sceneAt(chatDocument({ ...parts, ...change }), 5).layers.map(({ itemId }) => itemId);

test('the clip is below with its audio, and the messages are one item that can be edited', () => {
  const document = chatDocument(parts);
  expect(checkDocument(document)).toEqual([]);
  expect([document.width, document.height, document.frameRate, getDocumentSeconds(document)]).toEqual([
    1280, 720, 25, 10,
  ]);
  expect(getLayers({})).toEqual(['source', 'bubbles']);
  expect(soundIn(document, { startSeconds: 0, endSeconds: 10 }).map(({ itemId }) => itemId)).toEqual(['source']);
  const item = document.tracks[1]?.items[0];
  expect(item).toMatchObject({ type: 'bubbles', layout: 'overlay', side: 'left', style: 'dark', scale: 1.2 });
  expect(item).not.toHaveProperty('contactName');
  expect(item?.type === 'bubbles' && item.messages).toMatchObject([
    { id: 'message-1', from: 'them', text: 'Hello', reaction: '🔥', atSeconds: 1, typingSeconds: 0.6 },
    { id: 'message-2', from: 'me', text: 'Hi', receipt: 'read', imageAssetId: 'mat_1', typingSeconds: 0 },
    { id: 'message-3', from: 'them', text: 'So?' },
  ]);
});

test('behind the subject, the cutout is on top and has no audio', () => {
  const change = { look: { ...parts.look, layout: 'behind' }, cutOutId: 'ast_cut' } as const;
  expect(getLayers(change)).toEqual(['source', 'bubbles', 'cut-out']);
  const document = chatDocument({ ...parts, ...change });
  expect(document.tracks[1]?.items[0]).toMatchObject({ layout: 'overlay' });
  expect(soundIn(document, { startSeconds: 0, endSeconds: 10 }).map(({ itemId }) => itemId)).toEqual(['source']);
});

test('a chat without a clip is over a color or transparent', () => {
  const alone = { sourceId: null, background: '#ABCDEF' };
  expect(getLayers(alone)).toEqual(['bubbles']);
  expect(chatDocument({ ...parts, ...alone }).background).toEqual({ type: 'color', color: '#abcdef' });
  expect(chatDocument({ ...parts, sourceId: null }).background).toEqual({ type: 'transparent' });
  expect(getBackground({ style: 'dark', outputFormat: 'webm' })).toBeNull();
  expect(getBackground({ style: 'dark', outputFormat: 'mov', background: '#123456' })).toBe('#123456');
  expect(getBackground({ style: 'dark', outputFormat: 'mp4' })).toMatch(/^#[0-9a-f]{6}$/);
});

test('hex colors may be in upper case', () => {
  const colors = { me: '#AA0000', meText: '#FFFFFF', them: '#00BB00', themText: '#000000' };
  const item = chatDocument({ ...parts, look: { ...parts.look, colors } }).tracks[1]?.items[0];
  expect(item?.type === 'bubbles' && item.colors?.me).toBe('#aa0000');
});

test('each message has a sound effect when it enters, and others during its typing indicator', () => {
  const sounds = { ...getSounds(messages, 10), assetId: 'ast_effects' };
  const document = chatDocument({ ...parts, sounds });
  expect(checkDocument(document)).toEqual([]);
  const heard = soundIn(document, { startSeconds: 0, endSeconds: 10 }).filter(
    ({ assetId }) => assetId === 'ast_effects',
  );
  const at = (id: string) => heard.find(({ itemId }) => itemId === id)?.startSeconds;
  messages.forEach(({ atSeconds, typingSeconds }, index) => {
    expect(at(`pop-${index + 1}`)).toBe(atSeconds);
    expect(at(`typing-${index + 1}`)).toBe(typingSeconds > 0 ? atSeconds - typingSeconds : undefined);
  });
});

test('sound effects of messages in quick succession do not overlap, and none is after the end', () => {
  const hurried = timeScript(
    Array.from({ length: 60 }, () => ({ from: 'them', text: 'ok' })),
    5,
  );
  const sounds = { ...getSounds(hurried.messages, 5), assetId: 'ast_effects' };
  const document = chatDocument({ ...parts, messages: hurried.messages, durationSeconds: 5, sounds });
  expect(checkDocument(document)).toEqual([]);
  expect(getDocumentSeconds(document)).toBe(5);
  sounds.effects.slice(1).forEach((effect, index) => {
    const before = sounds.effects[index];
    expect(effect.startSeconds).toBeGreaterThanOrEqual((before?.startSeconds ?? 0) + (before?.durationSeconds ?? 0));
  });
  const end = Math.max(...sounds.effects.map(({ startSeconds, durationSeconds }) => startSeconds + durationSeconds));
  [...sounds.pops, ...sounds.typing].forEach(({ sourceStartSeconds, durationSeconds }) =>
    expect(sourceStartSeconds + durationSeconds).toBeLessThanOrEqual(end + 1e-9),
  );
});

test('preview images of a proposal show messages at rest, at most six, including the last', () => {
  expect(getMoments(messages, 10)).toEqual([2.15, 3.2, 5.2609].map((at) => expect.closeTo(at, 6)));
  const many = timeScript(
    Array.from({ length: 50 }, () => ({ from: 'me', text: 'Hello' })),
    null,
  );
  const moments = getMoments(many.messages, many.durationSeconds);
  expect(moments).toHaveLength(6);
  expect(moments.at(-1)).toBeGreaterThan(many.messages.at(-1)?.atSeconds ?? 0);
  expect(moments.toSorted((one, other) => one - other)).toEqual(moments);
  expect(getMoments(messages.slice(0, 1), 1.01)).toEqual([1]);
});

test('a chat without a clip has 720 pixels at the shorter side, or the given height', () => {
  const sizes = (height?: number) =>
    (['16:9', '9:16', '1:1', '4:5'] as const).map((aspect) => chatSize({ aspect, height }));
  expect(sizes()).toEqual([
    { width: 1280, height: 720 },
    { width: 720, height: 1280 },
    { width: 720, height: 720 },
    { width: 720, height: 900 },
  ]);
  expect(sizes(481)).toEqual([
    { width: 856, height: 482 },
    { width: 270, height: 482 },
    { width: 482, height: 482 },
    { width: 384, height: 482 },
  ]);
});

test('the clip plays the requested audio track; its cutout has its own', () => {
  const document = chatDocument({ ...parts, audioTrack: 1, cutOutId: 'ast_cut' });
  expect(soundIn(document, { startSeconds: 0, endSeconds: 10 })).toMatchObject([{ itemId: 'source', audioTrack: 1 }]);
  expect(document.tracks[2]?.items[0]).not.toHaveProperty('audioTrack');
});
