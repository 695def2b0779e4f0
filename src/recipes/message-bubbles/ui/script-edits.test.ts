import { expect, it } from 'vitest';
import { documentLimits } from '#core/timeline/limits.ts';
import { durationOfChat } from '../timing.ts';
import {
  addMessage,
  getBounds,
  changeMessage,
  moveMessage,
  moveTime,
  readScript,
  removeMessage,
  getRest,
  timeAnew,
  toProposal,
  type Script,
} from './script-edits.ts';

const proposal = {
  messages: [
    { from: 'them', text: 'Is it ready?', atSeconds: 1, typingSeconds: 0.6, readSeconds: 1.2 },
    { from: 'me', text: 'Yes', atSeconds: 3, typingSeconds: 0, readSeconds: 1.2, receipt: 'read' },
    { from: 'them', text: 'Good', atSeconds: 5, typingSeconds: 0.6, readSeconds: 1.2 },
  ],
  durationSeconds: 8,
};
const script = readScript(proposal, { material: 'mat_1' });
const getTimes = ({ messages }: Script): number[] => messages.map(({ atSeconds }) => atSeconds);
const getTexts = ({ messages }: Script): string[] => messages.map(({ text }) => text);

it('reads a proposal and returns it unchanged', () => {
  expect(toProposal(script)).toEqual(proposal);
  expect(readScript({ messages: ['?', { text: 4 }] }, {}).messages).toHaveLength(2);
});

it('sets another image of the run for a message, or removes it', () => {
  const shown = changeMessage(script, 1, { imageMaterial: 'mat_2' });
  expect(toProposal(shown)['messages']).toMatchObject([{}, { text: 'Yes', imageMaterial: 'mat_2' }, {}]);
  expect(changeMessage(shown, 1, { text: 'No' }).messages[1]?.imageMaterial).toBe('mat_2');
  expect(changeMessage(shown, 1, { imageMaterial: undefined }).messages[1]).not.toHaveProperty('imageMaterial');
});

it('limits a time to the neighbours and the clip', () => {
  expect(getTimes(moveTime(script, 1, 4))).toEqual([1, 4, 5]);
  expect(getTimes(moveTime(script, 1, 0))).toEqual([1, 1.05, 5]);
  expect(getTimes(moveTime(script, 1, 9))).toEqual([1, 4.95, 5]);
  expect(getTimes(moveTime(script, 2, 99))).toEqual([1, 3, 7.95]);
  expect(moveTime(script, 0, 0.2).messages[0]).toMatchObject({ atSeconds: 0.2, typingSeconds: 0.2 });
});

it('moves words and keeps the times', () => {
  const moved = moveMessage(script, 2, 0);
  expect(getTexts(moved)).toEqual(['Good', 'Is it ready?', 'Yes']);
  expect(getTimes(moved)).toEqual([1, 3, 5]);
  expect(moved.messages[2]).toMatchObject({ from: 'me', receipt: 'read' });
  expect(moveMessage(script, 0, 3)).toBe(script);
});

it('adds a message of the other sender within the available time', () => {
  const added = addMessage(script, 1);
  expect(added.messages[2]).toMatchObject({ from: 'them', text: '', atSeconds: 4.8 });
  expect(getTimes(addMessage(moveTime(script, 1, 4.9), 1))[2]).toBeCloseTo(4.95);
  expect(getTimes(removeMessage(script, 1))).toEqual([1, 5]);
});

it('removes a reaction and a receipt', () => {
  const { messages } = changeMessage(script, 1, { reaction: '🔥', receipt: undefined });
  expect(messages[1]).toMatchObject({ reaction: '🔥' });
  expect(messages[1]).not.toHaveProperty('receipt');
});

it('derives the duration of a chat without a clip from its messages, unless the user set it', () => {
  const alone = timeAnew({ ...script, clipSeconds: null });
  expect(alone.durationSeconds).toBe(durationOfChat(alone.messages));
  const later = moveTime(alone, 2, 60);
  expect(later.durationSeconds).toBe(durationOfChat(later.messages));
  expect(moveTime({ ...alone, durationSeconds: 90 }, 2, 60).durationSeconds).toBe(90);
});

it('times new words so that they are read one after the other', () => {
  const anew = timeAnew(script, [{ from: 'me', text: 'One' }]);
  expect(getTexts(anew)).toEqual(['One']);
  expect(anew.durationSeconds).toBe(8);
  expect(getRest(script, 0)).toBe(2);
});

it('keeps the order of messages that are closer than manual edits allow', () => {
  const messages = [1, 1.02, 1.04, 1.06].map((atSeconds) => ({ from: 'me', text: 'Hi', atSeconds, typingSeconds: 0 }));
  const close = readScript({ messages, durationSeconds: 8 }, { material: 'mat_1' });
  expect(getTimes(moveTime(close, 1, 0))).toEqual([1, 1.02, 1.04, 1.06]);
  expect(getTimes(moveTime(close, 1, 9))).toEqual([1, 1.02, 1.04, 1.06]);
});

it('limits the last message of a chat without a clip to the maximum duration of a canvas', () => {
  const alone = timeAnew({ ...script, clipSeconds: null });
  expect(getBounds(alone, 2).most).toBe(documentLimits.seconds - 1);
  expect(moveTime(alone, 2, 1e9).messages[2]?.atSeconds).toBe(documentLimits.seconds - 1);
});

it('adds nothing to a full chat', () => {
  const full = timeAnew(
    script,
    Array.from({ length: documentLimits.messages }, () => ({ from: 'me', text: 'Hi' })),
  );
  expect(addMessage(full, 4)).toBe(full);
});
