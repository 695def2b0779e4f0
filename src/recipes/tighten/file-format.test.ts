import { expect, it } from 'vitest';
import { soundFormatIds, queuedOutputFormatIds } from '#core/model/formats.ts';
import { tighten } from './recipe.ts';

const settle = (outputFormat: string | undefined, kind: 'video' | 'sound' | 'picture') => {
  const given = tighten.input.parse({ material: 'mat_1', ...(outputFormat !== undefined && { outputFormat }) });
  const { changes, faults } = tighten.settleInput?.(given, [kind]) ?? { changes: {}, faults: [] };
  return faults.length > 0 ? faults : changes;
};
const fault = (message: string) => [{ path: 'outputFormat', message: expect.stringContaining(message) as string }];

it('is M4A for audio by default, and MP4 for a video', () => {
  expect(settle(undefined, 'sound')).toEqual({ outputFormat: 'm4a' });
  expect(settle(undefined, 'video')).toEqual({ outputFormat: 'mp4' });
});

it.each(soundFormatIds)('%s is only for audio', (format) => {
  expect(settle(format, 'sound')).toEqual({ outputFormat: format });
  expect(settle(format, 'video')).toEqual(fault('mp4, webm, mov for a video'));
});

it.each(queuedOutputFormatIds)('%s is for a video, and for audio only the default is accepted', (format) => {
  expect(settle(format, 'video')).toEqual({ outputFormat: format });
  expect(settle(format, 'sound')).toEqual(format === 'mp4' ? { outputFormat: 'm4a' } : fault('m4a or wav'));
});

it('leaves the refusal of an image to the check of kinds', () => {
  expect(settle('wav', 'picture')).toEqual({});
});
