import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { makeFile, files, nasty } from '../../../../test/support/media-files.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import type { Item, TimelineDocument } from '../document.ts';
import { toCsv } from './csv.ts';
import { toEdl } from './edl.ts';
import { toFcpxml } from './fcpxml.ts';
import { toRationalRate } from './frame-rate.ts';
import { interchangeFormats } from './interchange.ts';
import { toSrt, toVtt } from './subtitles.ts';
import { getTimecode, toTimecode } from './timecode.ts';

const transition = { type: 'dissolve' as const, durationSeconds: 0.5 };
const message = (id: string, atSeconds: number, text: string) => ({ id, from: 'me' as const, atSeconds, text });

/** A document with all kinds of content, at 25 frames/s. */
const everything = makeTimeline(
  [
    {
      items: [
        makeItem('video', 'a', { sourceStartSeconds: 1 }),
        makeItem('video', 'b', {
          startSeconds: 2,
          speed: 2,
          sourceStartSeconds: 4,
          transition,
          volume: 0.5,
          x: 100,
          rotation: 10,
        }),
        makeItem('picture', 'c', { startSeconds: 6, opacity: 0.5 }),
      ],
    },
    {
      items: [
        makeItem('text', 'd', { startSeconds: 1, text: 'Hello\nworld', fill: '#ff0000' }),
        makeItem('shape', 'e', { startSeconds: 4 }),
      ],
    },
    {
      items: [
        makeItem('bubbles', 'f', { durationSeconds: 4, messages: [message('1', 0.5, 'Hi'), message('2', 2, 'You?')] }),
      ],
    },
    { items: [makeItem('sound', 'g', { startSeconds: 3, durationSeconds: 4 })] },
  ],
  { frameRate: 25, title: 'Everything' },
);

/** The same kinds with texts that try to break the format. */
const hostile = makeTimeline(
  [
    {
      items: [
        makeItem('video', '"><x', { name: nasty }),
        makeItem('text', 'a b', { startSeconds: 2, text: nasty, name: nasty }),
      ],
    },
    { items: [makeItem('bubbles', 'a_b', { messages: [message('m', 0, nasty)] })], name: nasty },
  ],
  { title: nasty },
);
const hostileFiles = { asset_video: makeFile(nasty) };

const titles = (items: readonly Item[], fields: Partial<TimelineDocument> = {}) => makeTimeline([{ items }], fields);

test('frame rates of broadcasting are fractions, others whole numbers', () => {
  expect([23.976, 29.97, 30000 / 1001, 59.94, 25, 30, 12.5].map(toRationalRate)).toEqual([
    { frames: 24_000, seconds: 1001 },
    { frames: 30_000, seconds: 1001 },
    { frames: 30_000, seconds: 1001 },
    { frames: 60_000, seconds: 1001 },
    { frames: 25, seconds: 1 },
    { frames: 30, seconds: 1 },
    { frames: 12_500, seconds: 1000 },
  ]);
});

test('timecode counts frames, and drop-frame timecode matches the clock', () => {
  expect(toTimecode(90_061, getTimecode(25))).toBe('01:00:02:11');
  const drop = getTimecode(29.97);
  // The first two numbers of each minute except each tenth are dropped.
  expect([0, 1799, 1800, 17_981, 17_982, 107_892].map((frames) => toTimecode(frames, drop))).toEqual([
    '00:00:00;00',
    '00:00:59;29',
    '00:01:00;02',
    '00:09:59;29',
    '00:10:00;00',
    '01:00:00;00',
  ]);
  expect(toTimecode(3600, getTimecode(59.94))).toBe('00:01:00;04');
  expect(getTimecode(23.976)).toEqual({ base: 24, isDropFrame: false });
});

test('an EDL has an event for each clip of the main track, with two lines for a transition', () => {
  expect(toEdl(everything, files).split('\r\n')).toEqual([
    'TITLE: Everything',
    'FCM: NON-DROP FRAME',
    '',
    '001  AX       B     C        00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00',
    '* FROM CLIP NAME: a clip.mp4',
    '',
    '002  AX       B     C        00:00:03:00 00:00:03:00 01:00:02:00 01:00:02:00',
    '002  AX       B     D    013 00:00:04:00 00:00:08:00 01:00:02:00 01:00:04:00',
    'M2   AX       050.0                00:00:04:00',
    '* FROM CLIP NAME: a clip.mp4',
    '* TO CLIP NAME: a clip.mp4',
    '',
    '003  AX       V     C        00:00:00:00 00:00:02:00 01:00:06:00 01:00:08:00',
    '* FROM CLIP NAME: logo.png',
    '',
    '',
  ]);
});

test('an EDL of a canvas without images or videos has the audio of its main track', () => {
  const sound = { items: [makeItem('sound', 'a'), makeItem('sound', 'b', { startSeconds: 2, sourceStartSeconds: 5 })] };
  const muted = { items: [makeItem('sound', 'c', { durationSeconds: 60 })], isMuted: true };
  expect(
    toEdl(makeTimeline([sound, muted]), files)
      .split('\r\n')
      .slice(3),
  ).toEqual([
    '001  AX       A     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00',
    '* FROM CLIP NAME: song.wav',
    '',
    '002  AX       A     C        00:00:05:00 00:00:07:00 01:00:02:00 01:00:04:00',
    '* FROM CLIP NAME: song.wav',
    '',
    '',
  ]);
});

test('an EDL at 29.97 frames/s is drop-frame, and starts at one hour', () => {
  const lines = toEdl(titles([makeItem('video', 'a', { durationSeconds: 120 })], { frameRate: 29.97 }), files).split(
    '\r\n',
  );
  expect(lines[1]).toBe('FCM: DROP FRAME');
  expect(lines[3]).toBe('001  AX       B     C        00:00:00;00 00:01:59;28 01:00:00;00 01:01:59;28');
});

test('more than 999 events are refused with an alternative', () => {
  const items = Array.from({ length: 1000 }, (_, index) => makeItem('video', `${index}`, { startSeconds: index * 2 }));
  expect(() => toEdl(titles(items), files)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(/1000; export otio or fcpxml/),
    }),
  );
  expect(toEdl(titles([makeItem('video', 'hidden', { isHidden: true })]), files)).not.toMatch(/AX/);
});

test('no name adds a line to an EDL', () => {
  const lines = toEdl(hostile, hostileFiles).trimEnd().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(Array.from(lines.join('')).every((letter) => letter >= ' ')).toBe(true);
});

test('subtitles are texts and messages, each until the next', () => {
  expect(toSrt(everything)).toBe(
    [
      '1\n00:00:00,500 --> 00:00:02,000\nHi\n',
      '2\n00:00:01,000 --> 00:00:03,000\nHello\nworld\n',
      '3\n00:00:02,000 --> 00:00:04,000\nYou?\n',
    ].join('\n'),
  );
  expect(toVtt(everything)).toMatch(/^WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nHi\n\n/);
  const hidden = titles([
    makeItem('text', 'a', { isHidden: true }),
    makeItem('text', 'b', { startSeconds: 2, durationSeconds: 0.05 }),
  ]);
  expect(toSrt(hidden)).toBe('');
});

test('a long text has two lines at a time, and words that are too long are broken', () => {
  const text = `${'word '.repeat(30)}${'文'.repeat(50)}`;
  const cues = toSrt(titles([makeItem('text', 'a', { text, durationSeconds: 10 })])).split('\n\n');
  const lines = cues.map((cue) => cue.trim().split('\n').slice(2));
  expect(lines.flat().every((line) => line.length <= 42)).toBe(true);
  expect(lines.every((those) => those.length <= 2)).toBe(true);
  expect(lines.flat().join(' ').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  expect(cues.at(-1)).toMatch(/--> 00:00:10,000/);
});

test('no text ends its subtitle or adds one', () => {
  const cues = toSrt(hostile).trimEnd().split('\n\n');
  expect(cues).toHaveLength(2);
  expect(cues.every((cue) => cue.split('-->').length === 2)).toBe(true);
  const vtt = toVtt(hostile);
  expect(vtt).toMatch(/&lt;b&gt;bold&lt;\/b&gt;/);
  expect(vtt.split('-->')).toHaveLength(3);
});

test('CSV has a row for each item', () => {
  const rows = toCsv(everything, files).split('\r\n');
  expect(rows[0]).toBe('track,id,type,name,role,start,end,duration,file,source start,speed,hidden,muted,text');
  expect(rows[2]).toBe('Track 1,b,video,An item,,2,4,2,a clip.mp4,4,2,,,');
  expect(rows).toHaveLength(9);
});

test('no CSV cell is a formula or ends its row', () => {
  const items = ['=1+1', '+1', '-1', '@x', '\t=1', 'a"b', 'a,b', 'a\r\nb'].map((name, index) =>
    makeItem('text', `${index}`, { name, startSeconds: index * 2, text: '' }),
  );
  const text = toCsv(titles(items), files);
  const names = [...text.matchAll(/,text,("(?:[^"]|"")*"|[^,]*),/g)].map(([, name]) => name);
  expect(names).toEqual(["'=1+1", "'+1", "'-1", "'@x", "'\t=1", '"a""b"', '"a,b"', '"a\r\nb"']);
});

test('FCPXML has the primary storyline with connected clips, on frames', () => {
  const xml = toFcpxml(everything, files);
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<!DOCTYPE fcpxml>\n\n<fcpxml version="1.10">/);
  expect(xml).toContain('<format id="r1" frameDuration="1/25s" width="640" height="360"/>');
  expect(xml).toContain('<media-rep kind="original-media" src="./media/a%20clip.mp4"/>');
  expect(xml).toContain(
    '<asset-clip ref="r3" offset="0s" name="An item" start="1s" duration="2s" audioRole="dialogue">',
  );
  // The text starts a second after the clip that it is connected to, whose own time starts at a second.
  expect(xml).toContain('<title ref="r2" lane="1" offset="2s" name="An item" start="0s" duration="2s">');
  expect(xml).toContain('<text-style font="Inter" fontSize="313" fontColor="1 0 0 1" alignment="center"/>');
  expect(xml).toContain('<transition name="Cross Dissolve" offset="44/25s" duration="13/25s"/>');
  expect(xml).toContain('<timept time="30s" value="60s" interp="linear"/>');
  expect(xml).toContain('<adjust-transform position="-61.1111 0" scale="1 1" rotation="-10"/>');
  expect(xml).toContain('<adjust-volume amount="-6.02dB"/>');
  expect(xml).toContain('<adjust-blend amount="0.5"/>');
  expect(xml).toMatch(/<gap name="Gap" offset="4s" start="0s" duration="2s"\/>/);
  expect(xml).toMatch(
    /<asset-clip ref="r\d" lane="-1" offset="3s" name="An item" start="0s" duration="4s" audioRole="dialogue"\/>/,
  );
});

test('times of FCPXML are whole frames, even at 29.97, and have no gaps', () => {
  const items = Array.from({ length: 300 }, (_, index) =>
    makeItem('video', `${index}`, { startSeconds: index * 61.017, durationSeconds: 61.017, sourceStartSeconds: 0.999 }),
  );
  const xml = toFcpxml(titles(items, { frameRate: 29.97 }), files);
  let next = 0;
  for (const [, offset, start, duration] of xml.matchAll(
    /<asset-clip ref="r3" offset="(\S+)s" name="An item" start="(\S+)s" duration="(\S+)s"/g,
  )) {
    const frames = [offset, start, duration].map((time) => {
      const [ticks, scale = '1'] = time?.split('/') ?? [];
      return (Number(ticks) / Number(scale)) * (30000 / 1001);
    });
    expect(frames.map((count) => Math.abs(count - Math.round(count)) < 1e-6)).toEqual([true, true, true]);
    expect(Math.round(frames[0] ?? 0)).toBe(next);
    next += Math.round(frames[2] ?? 0);
  }
  expect(next).toBe(Math.round(300 * 61.017 * 29.97));
});

test('a canvas without clips, and one with missing files, are valid FCPXML too', () => {
  expect(toFcpxml(makeTimeline([]), {})).toContain('<spine/>');
  expect(toFcpxml(everything, {})).toContain('<title ');
});

const hasXmllint = spawnSync('xmllint', ['--version']).error === undefined;

test.skipIf(!hasXmllint)('xmllint accepts FCPXML as well-formed (skipped without xmllint)', () => {
  for (const [document, those] of [
    [everything, files],
    [hostile, hostileFiles],
    [makeTimeline([]), {}],
  ] as const) {
    const { status, stderr } = spawnSync('xmllint', ['--noout', '-'], {
      input: toFcpxml(document, those),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  }
});

test('no name breaks FCPXML', () => {
  const xml = toFcpxml(hostile, hostileFiles);
  expect(Array.from(xml).every((letter) => (letter >= ' ' || letter === '\n') && letter.isWellFormed())).toBe(true);
  expect(xml).not.toMatch(/<b>|<x/);
  // Every tag that is opened is closed, in order.
  const open: string[] = [];
  for (const [, isEnd, name, isEmpty] of xml
    .replace(/^.*\n.*\n/, '')
    .matchAll(/<(\/?)([a-z-]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (isEnd) {
      expect(open.pop()).toBe(name);
    } else if (!isEmpty && name !== undefined) {
      open.push(name);
    }
  }
  expect(open).toEqual([]);
  const ids = [...xml.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every format has its MIME type', () => {
  for (const { mimeType, write } of Object.values(interchangeFormats)) {
    expect(mimeType).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
    expect(write(everything, files).length).toBeGreaterThan(50);
  }
});
