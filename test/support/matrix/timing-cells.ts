import { plainSound, plainVideo, steadyPictures, type Cell } from './cell.ts';
import { audioCodecs, makeClip, cutClip as clip, videoCodecs } from './codec-cells.ts';
import type { Expected } from './judge.ts';
import { concatenate, derive, encode, type Clip, type Recipe } from './kit.ts';
import { listBeeps } from './marks.ts';

type Row = Omit<Cell, 'group'>;

const [h264, vp8, mpeg2] = [makeClip('h264', 'aac'), makeClip('vp8', 'opus'), makeClip('mpeg2', 'mp2')];
/** Options without B-frames, for containers in which ffmpeg does not write how far these delay the frames. */
const simple: Clip = {
  ...h264,
  pictures: { ...videoCodecs.h264, codec: videoCodecs.h264.codec.replace('-bf 2', '-bf 0') },
};
const source = (base: Clip, seconds: number, fromSeconds = 0): Recipe => encode(clip(base, seconds, fromSeconds));
const mp4Source = ['h264-5.mp4', source(h264, 5)] as const;

const gap = [1.8, 3.1] as const;
/**
 * Returns a bitstream filter that drops audio packets of this duration while a condition holds for `t`, their start.
 */
const drop = (packetSeconds: string, condition: string): string =>
  `-bsf:a noise=drop='${condition.replaceAll(/\bt\b/g, `(n*${packetSeconds})`)}'`;
const inGap = `between(t,${gap[0]},${gap[1]})`;
const packets = { aac: '1024/48000', opus: '0.02', ac3: '0.032', pcm: '1024/48000' } as const;
const endToEnd = 'ffmpeg joins audio without gaps if its filters ignore timestamps';

const withGap: Expected = {
  ...plainVideo({ seconds: 5 }),
  beeps: [0.5, 1.5, 3.5, 4.5],
  sound: [
    [0, gap[0]],
    [gap[1], 5],
  ],
};

const gaps: readonly Row[] = (
  [
    ['gap.mp4', h264, 'aac'],
    ['gap-fragmented.mp4', h264, 'aac', '-movflags frag_keyframe+empty_moov+delay_moov'],
    ['gap.mkv', h264, 'aac'],
    ['gap.ts', h264, 'aac'],
    ['gap.mov', h264, 'aac'],
    ['gap.webm', vp8, 'opus'],
    ['gap-ac3.mkv', makeClip('h264', 'ac3'), 'ac3'],
    ['gap-pcm.mkv', makeClip('h264', 'pcm'), 'pcm'],
    ['gap.m4a', null, 'aac'],
    ['gap-opus.mka', null, 'opus'],
  ] as const
).map(([id, base, audio, options = '']) => ({
  id,
  about: 'audio packets from 1.8 to 3.1 s are missing',
  recipe: encode({
    ...(base ? clip(base, 5) : { sounds: [{ codec: audioCodecs[audio], seconds: 5 }] }),
    options: `${drop(packets[audio], inGap)} ${options}`,
  }),
  expected: base ? withGap : { ...withGap, frameRate: null, pictures: [] },
  nativeIsWrong: endToEnd,
  ...(id === 'gap.mp4' && { isShort: true as const }),
}));

const pauses: Row = {
  id: 'pauses-without-packets.webm',
  about: 'Opus DTX: no packets between the beeps',
  recipe: encode({
    ...clip(vp8, 5),
    sounds: [{ codec: audioCodecs.opus, seconds: 5, isToneOff: true }],
    options: drop(packets.opus, 'lt(mod(t,1),0.4)+gt(mod(t,1),0.68)'),
  }),
  expected: { ...plainVideo({ seconds: 5 }), sound: null },
  nativeIsWrong: endToEnd,
  isShort: true,
};

/** Delays all timestamps of a file by a constant. */
const offsets: readonly Row[] = (
  [
    ['start-100s.ts', h264, 100, 'an HLS segment: the clock starts at 100 s'],
    ['clock-wraps.ts', h264, 95_441, 'the 33-bit clock wraps in the middle'],
    ['start-10s.mp4', h264, 10, 'an empty edit of 10 s on both tracks'],
    ['start-10s.mov', h264, 10, 'an empty edit of 10 s on both tracks'],
    ['start-10s-fragmented.mp4', h264, 10, 'fragments from 10 s on', '-movflags frag_keyframe+empty_moov+delay_moov'],
    ['start-20s.mkv', h264, 20, 'the clock starts at 20 s'],
    ['start-20s.webm', vp8, 20, 'the clock starts at 20 s'],
    ['start-20s-live.webm', vp8, 20, 'a live recording that starts at 20 s, without a duration', '-live 1'],
    ['live.webm', vp8, 0, 'a live recording without a duration', '-live 1'],
    ['start-20s.flv', simple, 20, 'the clock starts at 20 s'],
  ] as const
).map(([id, base, offset, about, options = '']) => ({
  id,
  about,
  recipe: encode({ ...clip(base, 5), options: `-output_ts_offset ${offset} ${options}` }),
  expected: plainVideo({ seconds: 5 }),
  nativeIsWrong: 'ffprobe counts the duration of some containers from 0 and has no duration for others',
  ...(id === 'start-100s.ts' && { isShort: true as const }),
}));

const edits: readonly Row[] = [
  {
    id: 'edit-list.mp4',
    about: 'an edit list that starts between key frames, at 1.3 s',
    recipe: derive(...mp4Source, '-ss 1.3 -i SOURCE -map 0 -c copy'),
    expected: {
      ...plainVideo({ seconds: 3.7 }),
      pictures: steadyPictures(30, 5, -1.3).filter(({ atSeconds }) => atSeconds > -0.001),
      beeps: listBeeps(3.7, 1.3),
      sound: [[0, 3.7]],
    },
  },
  {
    id: 'no-edit-list.mp4',
    about: 'without an edit list: video and audio start two frames late, after one long audio packet',
    recipe: encode({ ...clip(h264, 3), options: '-use_editlist 0' }),
    expected: {
      ...plainVideo({ seconds: 3 + 2 / 30 }),
      pictures: steadyPictures(30, 3, 2 / 30),
      beeps: listBeeps(3).map((time) => time + 2 / 30),
      sound: [[2 / 30, 3 + 2 / 30]],
    },
    nativeIsWrong: endToEnd,
  },
  {
    id: 'negative-offsets.mp4',
    about: 'negative composition offsets',
    recipe: encode({ ...clip(h264, 3), options: '-movflags negative_cts_offsets' }),
    expected: plainVideo(),
  },
];

const fragments: readonly Row[] = (
  [
    ['fragmented.mp4', h264, 'frag_keyframe+empty_moov+delay_moov', 'all samples in fragments'],
    ['half-fragmented.mp4', simple, 'frag_keyframe', 'the first second in moov, the rest in fragments'],
    ['half-fragmented.mov', simple, 'frag_keyframe', 'the first second in moov, the rest in fragments'],
    ['faststart.mp4', h264, 'faststart', 'the index comes first'],
  ] as const
).map(([id, base, flags, about]) => ({
  id,
  about,
  recipe: encode({ ...clip(base, 5), options: `-movflags ${flags}` }),
  expected: plainVideo({ seconds: 5 }),
  ...(id === 'half-fragmented.mp4' && { isShort: true as const }),
}));

/** Two recordings of three seconds, whose packets or bytes follow each other in one file. */
function joined(id: string, base: Clip, extension: string, second = ''): Row {
  const [name, other] = [`first-of-${id}`, `second-of-${id}`];
  const parts = [source(base, 3), source(base, 3, 3)] as const;
  const moved =
    second === '' ? parts[1] : derive(`unmoved-${other}.${extension}`, parts[1], `-i SOURCE -map 0 -c copy ${second}`);
  return {
    id: `${id}.${extension}`,
    about: second === '' ? 'two recordings in one file: the clock restarts' : 'the timestamps jump forward by an hour',
    recipe: concatenate([
      [`${name}.${extension}`, parts[0]],
      [`${other}.${extension}`, moved],
    ]),
    expected: { ...plainVideo({ seconds: 6 }), parts: [0, 3], warnings: [/clock|timestamp|recording|joined|restart/i] },
    nativeIsWrong: 'ffmpeg drops or moves the content after the break',
  };
}

const breaks: readonly Row[] = [
  { ...joined('joined', h264, 'ts'), isShort: true },
  joined('jump', h264, 'ts', '-output_ts_offset 3600'),
  joined('back', h264, 'ts', '-output_ts_offset -0.7'),
  joined('joined-mpeg2', mpeg2, 'ts'),
  joined('joined', mpeg2, 'mpg'),
  joined('joined', vp8, 'webm'),
  joined('joined', h264, 'mkv'),
  joined('joined', makeClip('theora', 'vorbis'), 'ogv'),
  {
    id: 'jump.mkv',
    about: 'the timestamps jump forward by an hour',
    recipe: encode({
      ...clip(h264, 6),
      options: `-bsf:v ${jumpAt(90)} -bsf:a ${jumpAt(141)} -max_interleave_delta 0`,
    }),
    expected: { ...plainVideo({ seconds: 6 }), parts: [0, 3], warnings: [/clock|timestamp|recording|joined|restart/i] },
    nativeIsWrong: 'the unchanged file lasts an hour',
    knownRed:
      'Matroska contains the gap, and screen recordings without changes have such gaps; the gap of an hour is kept',
  },
  {
    id: 'joined.mp3',
    about: 'two files in one',
    recipe: concatenate([
      ['first.mp3', encode({ sounds: [{ codec: audioCodecs.mp3 }] })],
      ['second.mp3', encode({ sounds: [{ codec: audioCodecs.mp3 }] })],
    ]),
    // Each file starts with the delay of its encoder and ends with padding.
    expected: { ...plainSound(6), beeps: [0.5, 1.5, 2.5, 3.524, 4.524, 5.524], sound: null },
  },
];

/** Returns a bitstream filter that moves the timestamps, in milliseconds, from a packet on by an hour. */
function jumpAt(packet: number): string {
  const move = (name: string): string => `${name.toLowerCase()}=${name}+gte(N\\,${packet})*3600000`;
  return `setts=${move('PTS')}:${move('DTS')}`;
}

const drifts: readonly Row[] = (
  [
    ['drift.mp4', h264, 1.02],
    ['drift.mkv', h264, 1.02],
    ['drift.ts', h264, 1.02],
    ['drift.webm', vp8, 1.02],
    ['drift-fast.mp4', h264, 0.98],
    ['drift-fast.webm', vp8, 0.98],
  ] as const
).map(([id, base, factor]) => {
  const seconds = 8;
  const sounds = (base.sounds ?? []).map((sound) => ({ ...sound, seconds: seconds / factor, speed: factor }));
  return {
    id,
    about: `the clock of the audio runs ${factor > 1 ? 'slow' : 'fast'} by 2 %`,
    recipe: encode({ ...clip(base, seconds), sounds, options: `-bsf:a setts=ts=PTS*${factor}` }),
    expected: plainVideo({ seconds }),
    nativeIsWrong: endToEnd,
  };
});

/** Files whose clocks have gaps, offsets, breaks or drift. */
export const timingCells: readonly Cell[] = [
  ...gaps,
  pauses,
  ...offsets,
  ...edits,
  ...fragments,
  ...breaks,
  ...drifts,
].map((row): Cell => ({ ...row, group: 'Timing' }));
