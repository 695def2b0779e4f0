import { plainSound, plainVideo, steadyPictures, type Cell } from './cell.ts';
import { audioCodecs, makeClip, cutClip as clip, videoCodecs } from './codec-cells.ts';
import { change, concatenate, derive, encode, type Clip, type Recipe } from './kit.ts';
import { listBeeps, soundRate } from './marks.ts';

type Row = Omit<Cell, 'group'>;

const [h264, vp8] = [makeClip('h264', 'aac'), makeClip('vp8', 'opus')];

const lengths: readonly Row[] = (['mp4', 'mkv', 'ts', 'mov', 'webm'] as const).flatMap((extension) => {
  const base = extension === 'webm' ? vp8 : h264;
  const withSound = (seconds: number): Clip => ({
    ...clip(base, 3),
    sounds: (base.sounds ?? []).map((sound) => ({ ...sound, seconds })),
  });
  const late = (stream: string): string => `-i SOURCE -itsoffset 0.4 -i SOURCE ${stream} -c copy`;
  const lateSound = listBeeps(2.6).map((time) => time + 0.4);
  return [
    {
      id: `longer-audio.${extension}`,
      about: 'audio that lasts 1.5 s longer than the video',
      recipe: encode(withSound(4.5)),
      expected: { ...plainVideo(), seconds: 4.5, beeps: listBeeps(4.5), sound: [[0, 4.5]] as const },
    },
    {
      id: `shorter-audio.${extension}`,
      about: 'audio that ends 1 s before the video',
      recipe: encode(withSound(2)),
      expected: { ...plainVideo(), beeps: listBeeps(2), sound: [[0, 2]] as const },
    },
    {
      id: `late-audio.${extension}`,
      about: 'audio that starts 0.4 s after the video',
      recipe: derive(`audio-2.6.${extension}`, encode(withSound(2.6)), late('-map 0:v -map 1:a')),
      expected: { ...plainVideo(), beeps: lateSound, sound: [[0.4, 3]] as const },
    },
    {
      id: `late-pictures.${extension}`,
      about: 'video that starts 0.4 s after the audio',
      recipe: derive(`audio-3.4.${extension}`, encode(withSound(3.4)), late('-map 1:v -map 0:a')),
      expected: {
        ...plainVideo(),
        seconds: 3.4,
        pictures: steadyPictures(30, 3, 0.4),
        beeps: listBeeps(3.4),
        sound: [[0, 3.4]] as const,
      },
    },
  ];
});

const isKept = (number: number): boolean => number % 3 === 0 || number % 7 === 0;
const variable: readonly Row[] = (['mp4', 'mkv', 'webm', 'mov'] as const).map((extension) => {
  const base = clip(extension === 'webm' ? vp8 : h264, 3);
  return {
    id: `variable-rate.${extension}`,
    about: 'frames at irregular times',
    recipe: encode({
      ...base,
      ...(base.pictures && { pictures: { ...base.pictures, filter: "select='not(mod(n,3))+not(mod(n,7))'" } }),
      options: '-fps_mode vfr',
    }),
    expected: {
      ...plainVideo(),
      isVariable: true as const,
      pictures: steadyPictures(30, 3).filter(({ number }) => isKept(number ?? 0)),
    },
    ...(extension === 'mp4' && { isShort: true as const }),
  };
});

const single: readonly Row[] = (['mp4', 'mkv', 'webm', 'mov'] as const).flatMap((extension) => {
  const base = extension === 'webm' ? vp8 : h264;
  const onePicture = base.pictures && { pictures: { ...base.pictures, seconds: 1 / 30 } };
  const sounds = (base.sounds ?? []).map((sound) => ({ ...sound, seconds: 1 }));
  return [
    {
      id: `one-picture.${extension}`,
      about: 'a single frame',
      recipe: encode({ ...onePicture }),
      expected: plainVideo({ seconds: 1 / 30, hasSound: false }),
    },
    {
      id: `one-picture-with-audio.${extension}`,
      about: 'a single frame with a second of audio',
      recipe: encode({ ...onePicture, sounds }),
      expected: { ...plainVideo({ seconds: 1 / 30 }), seconds: 1, beeps: [0.5], sound: [[0, 1]] as const },
    },
  ];
});

const twoTracks: readonly Row[] = (['mp4', 'mkv', 'ts', 'mov'] as const).map((extension) => ({
  id: `two-audio-tracks.${extension}`,
  about: 'two audio tracks; the first is used, with a warning',
  recipe: encode({
    ...h264,
    sounds: [{ codec: audioCodecs.aac }, { codec: audioCodecs.ac3, speed: 0.7 }],
    options: '-disposition:a:0 default -disposition:a:1 0',
  }),
  expected: { ...plainVideo(), warnings: [/audio tracks|sound tracks/i] },
}));

const interlacing = (codec: string, size: string, audio: 'ac3' | 'mp2' | 'aac'): Recipe =>
  encode({
    pictures: { codec, size, frameRate: 25, seconds: 2, filter: 'setfield=tff' },
    sounds: [{ codec: audioCodecs[audio], seconds: 2 }],
  });

const interlaced: readonly Row[] = [
  ['576i.ts', 'mpeg2video -q:v 4 -flags +ilme+ildct', '720:576', 'mp2'],
  ['576i.vob', 'mpeg2video -q:v 4 -flags +ilme+ildct', '720:576', 'ac3'],
  ['1080i.ts', 'libx264 -preset ultrafast -flags +ilme+ildct', '1920:1080', 'ac3'],
  ['1080i.mp4', 'libx264 -preset ultrafast -flags +ilme+ildct', '1920:1080', 'aac'],
  ['1080i-mpeg2.ts', 'mpeg2video -q:v 6 -flags +ilme+ildct', '1920:1080', 'ac3'],
].map(([id = '', codec = '', size = '', audio = '']) => ({
  id,
  about: 'interlaced video',
  recipe: interlacing(codec, size, audio as 'ac3'),
  expected: plainVideo({ seconds: 2, frameRate: 25 }),
}));

const changingRate = { codec: 'libmp3lame -q:a 9', seconds: 20, isToneOff: true };
const mp3s: readonly Row[] = [
  {
    id: 'variable-bit-rate.mp3',
    about: 'variable bit rate with a Xing header',
    recipe: encode({ sounds: [changingRate] }),
    expected: { ...plainSound(20), sound: null },
  },
  {
    id: 'no-xing.mp3',
    about: 'frames of 32 and then of 128 kbit/s, without a Xing header',
    recipe: concatenate(
      ['32k', '128k'].map((bitRate) => [
        `${bitRate}.mp3`,
        encode({ sounds: [{ codec: `libmp3lame -b:a ${bitRate}` }], options: '-write_xing 0 -id3v2_version 0' }),
      ]),
    ),
    // The file has 126 frames for each half, and does not state that the first 1,105 samples are the encoder's delay.
    expected: {
      ...plainSound((2 * 126 * 1152) / soundRate),
      beeps: [0, 126 * 1152].flatMap((from) => listBeeps(3).map((time) => time + (from + 1105) / soundRate)),
      sound: null,
    },
    nativeIsWrong: 'ffprobe guesses the duration from the bit rate of the first frames',
    isShort: true,
  },
  {
    id: 'junk-first.mp3',
    about: 'MP3 after 3,000 bytes of other data',
    recipe: change('plain.mp3', encode({ sounds: [{ codec: audioCodecs.mp3 }] }), (bytes) =>
      Buffer.concat([Buffer.alloc(3000, 0x20), bytes]),
    ),
    expected: plainSound(),
    refusal: /MP3/,
  },
];

const senseless: readonly Row[] = [
  ['all-timestamps-0.mkv', 'setts=pts=0:dts=0', 'all video timestamps are 0'],
  ['90000-frames-a-second.mp4', 'setts=pts=N:dts=N', 'frames that are 1/90,000 s apart'],
].map(([id = '', filter = '', about = '']) => ({
  id,
  about: `${about}; corrected or refused`,
  recipe: derive(
    'h264-baseline.mp4',
    encode({ pictures: { codec: 'libx264 -preset ultrafast' }, options: '-video_track_timescale 90000' }),
    `-i SOURCE -map 0 -c copy -bsf:v ${filter}`,
  ),
  expected: plainVideo({ hasSound: false }),
  refusal: /timestamp|frame rate/i,
  nativeIsWrong: 'the timestamps are invalid',
}));

const elementary: readonly Row[] = (
  [
    ['raw.h264', videoCodecs.h264],
    ['raw.hevc', videoCodecs.hevc],
    ['raw.m2v', videoCodecs.mpeg2],
  ] as const
).map(([id, pictures]) => ({
  id,
  about: 'a video stream without a container',
  recipe: encode({ pictures }),
  expected: plainVideo({ hasSound: false }),
  nativeIsWrong: 'ffprobe assumes 25 frames/s and has no duration',
}));

/** Files with unusual streams: their durations, rates, number or headers. */
export const streamCells: readonly Cell[] = [
  ...lengths,
  ...variable,
  ...single,
  ...twoTracks,
  ...interlaced,
  ...mp3s,
  ...senseless,
  ...elementary,
].map((row): Cell => ({ ...row, group: 'Streams' }));
