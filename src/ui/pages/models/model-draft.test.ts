import { expect, it } from 'vitest';
import { addedModelEntry } from '#core/model/models.ts';
import { toModelForm, toModelId } from './model-draft.ts';

it.each([
  ['My Matting (v2)', [], 'my-matting-v2'],
  ['Größe', [], 'gro-e'],
  ['模型', [], 'own-model'],
  ['RVM', ['rvm', 'rvm-2'], 'rvm-3'],
])('calls %j, when %j are taken, %s', (name, taken, id) => {
  expect(
    toModelId(
      name,
      taken.map((one) => ({ id: one })),
    ),
  ).toBe(id);
});

it('creates a valid entry for the API, before the file', () => {
  const draft = {
    name: 'Mine',
    task: 'matting',
    family: 'isnet',
    subject: 'object',
    licence: ' ',
    width: '1024',
    height: '1024',
  } as const;
  const form = toModelForm(draft, new File(['x'], 'mine.onnx'), []);
  expect([...form.keys()]).toEqual(['entry', 'file']);
  const sent = form.get('entry');
  const entry = addedModelEntry.parse(JSON.parse(typeof sent === 'string' ? sent : ''));
  expect(entry).toMatchObject({ id: 'mine', licence: 'not stated', variants: [{ width: 1024, height: 1024 }] });
});

it('creates the entry of a detector, which has neither subject nor size', () => {
  const size = { width: '', height: '' };
  const draft = { name: 'Ears', task: 'voice', family: 'silero-vad', subject: null, licence: 'MIT', ...size } as const;
  const sent = toModelForm(draft, new File(['x'], 'ears.onnx'), []).get('entry');
  const entry = addedModelEntry.parse(JSON.parse(typeof sent === 'string' ? sent : ''));
  expect(entry).toMatchObject({ id: 'ears', task: 'voice', licence: 'MIT', variants: [{ file: 'model.onnx' }] });
});
