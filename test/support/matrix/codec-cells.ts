import { plainSound, plainVideo, type Cell } from './cell.ts';
import { encode, type Clip, type Pictures } from './kit.ts';

/** Video encoders and their options, for small frames and short times. */
export const videoCodecs = {
  h264: { codec: 'libx264 -preset ultrafast -crf 20 -bf 2 -g 30' },
  /** AVI has no timestamps that would put B-frames in order. */
  h264nob: { codec: 'libx264 -preset ultrafast -crf 20 -bf 0 -g 30' },
  hevc: { codec: 'libx265 -preset ultrafast -x265-params log-level=none' },
  av1: { codec: 'libaom-av1 -cpu-used 8 -usage realtime -b:v 300k' },
  vp8: { codec: 'libvpx -deadline realtime -cpu-used 8 -b:v 500k' },
  vp9: { codec: 'libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 500k' },
  mpeg1: { codec: 'mpeg1video -q:v 3' },
  mpeg2: { codec: 'mpeg2video -q:v 3 -bf 2' },
  mpeg4: { codec: 'mpeg4 -q:v 3' },
  h263: { codec: 'h263 -q:v 3' },
  prores: { codec: 'prores_ks -profile:v 0', pixels: 'yuv422p10le' },
  dnxhr: { codec: 'dnxhd -profile:v dnxhr_lb', size: '256:144', pixels: 'yuv422p' },
  mjpeg: { codec: 'mjpeg -q:v 3', pixels: 'yuvj420p' },
  theora: { codec: 'libtheora -q:v 8' },
  msmpeg4: { codec: 'msmpeg4 -q:v 3' },
  wmv1: { codec: 'wmv1 -q:v 3' },
  wmv2: { codec: 'wmv2 -q:v 3' },
  flv1: { codec: 'flv -q:v 3' },
  ffv1: { codec: 'ffv1' },
  huffyuv: { codec: 'huffyuv', pixels: 'yuv422p' },
  qtrle: { codec: 'qtrle', pixels: 'rgb24' },
  raw: { codec: 'rawvideo' },
  dv: { codec: 'dvvideo', size: '720:576', frameRate: 25 },
} as const satisfies Record<string, Pictures>;

export const audioCodecs = {
  aac: 'aac -b:a 128k',
  opus: 'libopus',
  vorbis: 'libvorbis -ac 2',
  mp3: 'libmp3lame -b:a 128k',
  mp2: 'mp2 -b:a 192k',
  ac3: 'ac3 -b:a 192k',
  eac3: 'eac3 -b:a 192k',
  dts: 'dca -strict -2 -b:a 768k -ac 2',
  truehd: 'truehd -strict -2 -ac 2',
  alac: 'alac',
  flac: 'flac -strict -2',
  wavpack: 'wavpack',
  tta: 'tta',
  speex: 'libspeex -ar 16000',
  wma1: 'wmav1 -b:a 128k',
  wma2: 'wmav2 -b:a 128k',
  pcm: 'pcm_s16le',
  pcmbe: 'pcm_s16be',
  pcm8: 'pcm_u8',
  pcm24: 'pcm_s24le',
  pcm32: 'pcm_s32le',
  pcmf32: 'pcm_f32le',
  pcmf64: 'pcm_f64le',
  alaw: 'pcm_alaw',
  mulaw: 'pcm_mulaw',
  bluray: 'pcm_bluray -ac 2',
  adpcmms: 'adpcm_ms',
  adpcmima: 'adpcm_ima_wav',
  adpcmqt: 'adpcm_ima_qt',
  amrnb: 'libopencore_amrnb -ar 8000',
  amrwb: 'libvo_amrwbenc -ar 16000',
} as const satisfies Record<string, string>;

type VideoCodec = keyof typeof videoCodecs;
type AudioCodec = keyof typeof audioCodecs;

/** The clip of a video codec and an audio codec. */
export const makeClip = (video: VideoCodec, audio: AudioCodec, options = ''): Clip => ({
  pictures: videoCodecs[video],
  sounds: [{ codec: audioCodecs[audio] }],
  options,
});

/** A clip of this duration, from one second of the signal on. */
export const cutClip = (base: Clip, seconds: number, fromSeconds = 0): Clip => ({
  ...base,
  ...(base.pictures && { pictures: { ...base.pictures, seconds, fromSeconds } }),
  sounds: (base.sounds ?? []).map((sound) => ({ ...sound, seconds })),
});

/** The common pairs for each container, and options of ffmpeg. */
const containers: readonly (readonly [extension: string, pairs: string, options?: string])[] = [
  [
    'mp4',
    'h264+aac h264+mp3 h264+ac3 h264+eac3 h264+alac h264+flac h264+opus hevc+aac av1+opus vp9+opus',
    '-strict -2',
  ],
  ['mp4', 'mpeg4+aac mpeg2+aac mjpeg+aac av1+aac hevc+eac3 h264+dts', '-strict -2'],
  ['mov', 'h264+aac h264+pcm h264+alac hevc+aac prores+pcm prores+pcm24 mjpeg+pcm mpeg4+aac qtrle+pcmbe dnxhr+pcm'],
  ['mov', 'h264+pcmf32 h264+mulaw h264+alaw h264+adpcmqt h264+ac3 h264+pcm8 h264+pcm32 h264+pcmf64'],
  ['mkv', 'h264+aac h264+ac3 h264+eac3 h264+dts h264+flac h264+vorbis h264+opus h264+mp3 h264+mp2 h264+pcm'],
  ['mkv', 'hevc+aac vp8+vorbis vp9+opus av1+opus mpeg2+ac3 mpeg4+mp3 theora+vorbis ffv1+flac prores+pcm mjpeg+pcm'],
  ['mkv', 'h264+truehd h264+wavpack h264+tta h264+alac h264+pcm24 h264+pcmf32'],
  ['webm', 'vp8+vorbis vp8+opus vp9+opus vp9+vorbis av1+opus av1+vorbis'],
  [
    'ts',
    'h264+aac h264+ac3 h264+eac3 h264+mp3 h264+mp2 h264+opus h264+dts hevc+aac mpeg2+mp2 mpeg2+ac3 mpeg1+mp2 mpeg4+aac',
  ],
  ['m2ts', 'h264+ac3 h264+bluray'],
  [
    'avi',
    'mpeg4+mp3 mjpeg+pcm h264nob+mp3 h264nob+ac3 msmpeg4+mp3 ffv1+pcm huffyuv+pcm wmv2+wma2 raw+pcm mpeg4+adpcmms mpeg4+ac3',
  ],
  ['mpg', 'mpeg1+mp2 mpeg2+mp2'],
  ['vob', 'mpeg2+ac3 mpeg2+mp2 mpeg2+dts'],
  ['flv', 'flv1+mp3 h264+aac h264+mp3'],
  ['wmv', 'wmv1+wma1 wmv2+wma2 msmpeg4+mp3'],
  ['ogv', 'theora+vorbis theora+flac theora+speex theora+opus'],
  ['3gp', 'h263+amrnb h263+aac mpeg4+aac mpeg4+amrnb h264+aac h264+amrwb'],
  ['mxf', 'mpeg2+pcm dnxhr+pcm'],
  ['dv', 'dv+pcm', '-ac 2'],
];

const shortIds = new Set(['h264+aac.mp4', 'vp9+opus.webm', 'h264+ac3.mkv', 'theora+flac.ogv']);

/** The reasons why cells are red. */
const knownReds: Readonly<Record<string, string>> = {
  'mpeg2+mp2.vob': 'ffprobe gives an end that is one frame early, because the last frame has no timestamp',
};

const codecCells: readonly Cell[] = containers.flatMap(([extension, pairs, options]) =>
  pairs.split(' ').map((pair): Cell => {
    const [video, audio] = pair.split('+') as [VideoCodec, AudioCodec];
    const pictures: Pictures = videoCodecs[video];
    const id = `${pair}.${extension}`;
    return {
      id,
      group: 'Codecs and containers',
      recipe: encode(makeClip(video, audio, options)),
      expected: plainVideo(pictures.frameRate === undefined ? {} : { frameRate: pictures.frameRate }),
      ...(shortIds.has(id) && { isShort: true }),
      ...(knownReds[id] && { knownRed: knownReds[id] }),
    };
  }),
);

/** The frame rates of cameras, in containers with clocks of different resolutions. */
const rateCells: readonly Cell[] = (
  [
    ['24000/1001', 24_000 / 1001],
    ['24', 24],
    ['25', 25],
    ['30000/1001', 30_000 / 1001],
    ['50', 50],
    ['60000/1001', 60_000 / 1001],
    ['60', 60],
  ] as const
).flatMap(([rateName, frameRate]) =>
  (
    [
      ['mp4', 'h264', 'aac'],
      ['mkv', 'h264', 'aac'],
      ['webm', 'vp8', 'opus'],
      ['ts', 'h264', 'aac'],
    ] as const
  ).map(([extension, video, audio]): Cell => {
    const seconds = 3;
    const clip = makeClip(video, audio);
    return {
      id: `${frameRate.toFixed(3).replace(/\.?0+$/, '')}-frames.${extension}`,
      group: 'Codecs and containers',
      recipe: encode({ ...clip, pictures: { ...videoCodecs[video], frameRate, rateName, seconds } }),
      expected: plainVideo({ frameRate, seconds }),
    };
  }),
);

/** Audio files; `orRefusal` if the format may also be refused by name. */
const soundFiles: readonly (readonly [id: string, audio: AudioCodec, options?: string, orRefusal?: RegExp])[] = [
  ['pcm.wav', 'pcm'],
  ['pcm8.wav', 'pcm8'],
  ['pcm24.wav', 'pcm24'],
  ['pcm32.wav', 'pcm32'],
  ['pcmf32.wav', 'pcmf32'],
  ['pcmf64.wav', 'pcmf64'],
  ['alaw.wav', 'alaw'],
  ['mulaw.wav', 'mulaw'],
  ['adpcmms.wav', 'adpcmms'],
  ['adpcmima.wav', 'adpcmima'],
  ['cbr.mp3', 'mp3'],
  ['aac.m4a', 'aac'],
  ['alac.m4a', 'alac'],
  ['aac.aac', 'aac', '-f adts'],
  ['vorbis.ogg', 'vorbis'],
  ['opus.opus', 'opus'],
  ['flac.oga', 'flac'],
  ['speex.spx', 'speex'],
  ['flac.flac', 'flac'],
  ['wma2.wma', 'wma2'],
  ['wma1.wma', 'wma1'],
  ['opus.weba', 'opus', '-f webm'],
  ['aac.mka', 'aac'],
  ['flac.mka', 'flac'],
  ['ac3.mka', 'ac3'],
  ['dts.mka', 'dts'],
  ['aac-only.ts', 'aac'],
  ['ac3.ac3', 'ac3', '', /AC-3/],
  ['eac3.eac3', 'eac3', '', /AC-3/],
  ['dts.dts', 'dts', '', /DTS/],
  ['mp2.mp2', 'mp2', '', /MP2|MPEG/],
  ['pcmbe.aiff', 'pcmbe', '', /AIFF/],
  ['alac.caf', 'alac', '', /CAF|Core Audio/],
  ['pcm.caf', 'pcm', '', /CAF|Core Audio/],
  ['amrnb.amr', 'amrnb', '', /AMR/],
];

const soundCells: readonly Cell[] = soundFiles.map(([id, audio, options = '', orRefusal]) => ({
  id,
  group: 'Audio files',
  recipe: encode({ sounds: [{ codec: audioCodecs[audio] }], options }),
  expected: plainSound(),
  ...(orRefusal && { refusal: orRefusal }),
  ...(id === 'flac.oga' && { isShort: true as const }),
}));

export const encodedCells: readonly Cell[] = [...codecCells, ...rateCells, ...soundCells];
