import { describe, expect, it } from 'vitest';
import { assemble } from '#core/timeline/assemble.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { estimateFile, firstOptions, isAudible, listSizes, readExportOptions, toExportBody } from './export-options.ts';

const clip = { assetId: 'mat_1', name: 'a.mp4', kind: 'video', frameRate: 25, durationSeconds: 10 } as const;
const tall = assemble('Tall', [{ ...clip, width: 1080, height: 1920 }]);
const clear: TimelineDocument = { ...tall, background: { type: 'transparent' } };

describe('the request of an export', () => {
  it('omits values that equal those of the canvas', () => {
    expect(toExportBody(tall, firstOptions)).toEqual({ format: 'mp4', quality: 'best' });
  });

  it('has the aspect ratio of the canvas, in even pixels', () => {
    expect(toExportBody(tall, { ...firstOptions, shortSide: 480, frameRate: 30 })).toEqual({
      format: 'mp4',
      quality: 'best',
      width: 480,
      height: 854,
      frameRate: 30,
    });
  });

  it('contains only the options that affect the format', () => {
    const all = { ...firstOptions, shortSide: 720, frameRate: 12, videoBitrate: 8_000_000, background: '#00ff00' };
    expect(toExportBody(clear, { ...all, format: 'mp4' })).toMatchObject({
      background: '#00ff00',
      quality: 'best',
      videoBitrate: 8_000_000,
    });
    expect(toExportBody(clear, { ...all, format: 'webm' })).not.toHaveProperty('background');
    expect(toExportBody(clear, { ...all, format: 'gif' })).toEqual({
      format: 'gif',
      width: 720,
      height: 1280,
      frameRate: 12,
    });
    expect(toExportBody(clear, { ...all, format: 'png' })).toEqual({ format: 'png', width: 720, height: 1280 });
    expect(toExportBody(clear, { ...all, format: 'wav' })).toEqual({ format: 'wav' });
  });

  it('restores the earlier options, with the canvas value for options that no field offers', () => {
    const options = {
      ...firstOptions,
      format: 'webm',
      quality: 'fast',
      shortSide: 480,
      frameRate: 12,
      videoBitrate: 5_000_000,
      span: { startSeconds: 1, endSeconds: 2 },
    } as const;
    expect(readExportOptions(tall, toExportBody(tall, options))).toEqual(options);
    const filledIn = { format: 'mp4', width: 1080, height: 1920, frameRate: 25, quality: 'best', span: null };
    expect(readExportOptions(tall, filledIn)).toEqual(firstOptions);
    expect(readExportOptions(tall, { format: 'mkv', width: 500, height: 889, frameRate: 7 })).toEqual(firstOptions);
    expect(readExportOptions(tall, {})).toEqual(firstOptions);
  });

  it('clamps a span to the end of the canvas', () => {
    const body = toExportBody(tall, { ...firstOptions, span: { startSeconds: 8, endSeconds: 14 } });
    expect(body.span).toEqual({ startSeconds: 8, endSeconds: 10 });
  });
});

it('offers sizes other than that of the canvas', () => {
  expect(listSizes(tall).map(({ shortSide }) => shortSide)).toEqual([2160, 1440, 720, 480, 360]);
  expect(listSizes({ width: 8000, height: 400 }).map(({ shortSide }) => shortSide)).toEqual([720, 480, 360]);
});

it('estimates duration and size of the file', () => {
  const whole = estimateFile(tall, firstOptions);
  const part = estimateFile(tall, { ...firstOptions, span: { startSeconds: 2, endSeconds: 4 } });
  expect([whole.durationSeconds, part.durationSeconds]).toEqual([10, 2]);
  expect(whole.bytes / part.bytes).toBeCloseTo(5, 3);
  expect(estimateFile(tall, { ...firstOptions, shortSide: 540 }).bytes).toBeLessThan(whole.bytes / 3);
});

it('reports whether the canvas has audio', () => {
  expect(isAudible(tall)).toBe(true);
  expect(isAudible({ ...tall, tracks: [] })).toBe(false);
});
