import * as z from 'zod';
import type { VideoInfo } from '#core/protocol/runners.ts';
import { toReading, type Reading } from './colours.ts';
import type { FileClock } from './file-clock.ts';
import { chooseStatedRate } from './frame-rate.ts';
import { chooseSoundTrack, type SoundTrack } from './sound-tracks.ts';

const number = z.coerce.number().optional().catch(undefined);

const stream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  pix_fmt: z.string().default(''),
  field_order: z.string().default('unknown'),
  width: z.number().default(0),
  height: z.number().default(0),
  sample_aspect_ratio: z.string().default('1:1'),
  avg_frame_rate: z.string().default('0/0'),
  r_frame_rate: z.string().default('0/0'),
  start_time: number,
  duration: number,
  color_space: z.string().optional(),
  color_primaries: z.string().optional(),
  color_transfer: z.string().optional(),
  channels: z.number().default(0),
  channel_layout: z.string().optional(),
  sample_rate: number,
  disposition: z.object({ attached_pic: z.number().default(0), default: z.number().default(0) }).prefault({}),
  tags: z.object({ language: z.string().optional(), title: z.string().optional() }).prefault({}),
  side_data_list: z.array(z.object({ rotation: z.number().optional(), dv_profile: z.number().optional() })).default([]),
});
type Stream = z.output<typeof stream>;

const format = z.object({
  format_name: z.string().default('unknown'),
  format_long_name: z.string().default('unknown'),
  duration: number,
  start_time: number,
});
type Format = z.output<typeof format>;

const answer = z.object({ streams: z.array(stream).default([]), format: format.prefault({}) });

/** The result of ffprobe for a file with video. Indexes are those of the streams in the file. */
export type FfmpegProbe = {
  readonly info: VideoInfo;
  readonly reading: Reading;
  readonly hasAlpha: boolean;
  readonly isInterlaced: boolean;
  /** Whether the colours are in a form of Dolby Vision (profile 5) that only its own decoders can show. */
  readonly hasOwnColours: boolean;
  readonly videoIndex: number;
  /** The audio tracks that can be decoded, in file order. */
  readonly sounds: readonly FfmpegSound[];
  readonly clock: FileClock;
  /** The timestamp from which the option `-ss` counts: the start of the first stream of any kind. */
  readonly seekStartSeconds: number;
  /** The stated end of the video, in seconds from its start; null if ffprobe only guesses it. */
  readonly statedEndSeconds: number | null;
};

/** Parses the JSON of `ffprobe -show_format -show_streams`; null if there is no video that ffmpeg supports. */
export function parseFfprobe(json: string): FfmpegProbe | null {
  const { streams, format } = answer.parse(JSON.parse(json));
  const videos = streams.filter(isVideo);
  const video = videos.find((one) => one.disposition.default === 1) ?? videos[0];
  if (!video) {
    return null;
  }
  const { sounds, clock, seekStartSeconds, durationSeconds } = parseSounds(json);
  const sound = chooseSoundTrack(sounds, null);
  const videoEndSeconds = video.duration && (video.start_time ?? 0) + video.duration - clock.startSeconds;
  return {
    info: {
      kind: 'video',
      container: format.format_long_name,
      durationSeconds,
      video: { codec: video.codec_name, ...uprightSize(video), frameRate: frameRate(video), rotation: rotation(video) },
      audio: sound ? { codec: sound.codec, channels: sound.channels, sampleRate: sound.sampleRate } : null,
    },
    reading: toReading(toStated(video), video.height),
    hasAlpha: formatsWithAlpha.test(video.pix_fmt),
    isInterlaced: isInterlaced(video),
    hasOwnColours: video.side_data_list.some((data) => data.dv_profile === 5),
    videoIndex: video.index,
    sounds,
    clock,
    seekStartSeconds,
    statedEndSeconds: videoEndSeconds ?? (/matroska|asf|flv/.test(format.format_name) ? durationSeconds : null),
  };
}

/** The result of ffprobe for the audio of a file. Indexes are those of the streams in the file. */
export type FfmpegSoundProbe = {
  readonly container: string;
  readonly durationSeconds: number;
  /** The tracks that can be decoded, in file order. */
  readonly sounds: readonly FfmpegSound[];
  /** Whether the file has audio that ffmpeg cannot decode. */
  readonly hasUnknownSound: boolean;
  readonly clock: FileClock;
  readonly seekStartSeconds: number;
};

/** Parses the same JSON of a file with or without video. */
export function parseSounds(json: string): FfmpegSoundProbe {
  const { streams, format } = answer.parse(JSON.parse(json));
  const audio = streams.filter((one) => one.codec_type === 'audio');
  const sounds = audio.map(toSound).filter(({ channels, codec }) => channels > 0 && codec !== 'unknown');
  const clock = readClock(streams, format);
  return {
    container: format.format_long_name,
    durationSeconds: Math.round(1e6 * (clock.endSeconds - clock.startSeconds)) / 1e6,
    sounds,
    hasUnknownSound: audio.length > sounds.length,
    clock,
    seekStartSeconds: format.start_time ?? 0,
  };
}

/** Returns the start and end of the audio and video streams, by the rule of `readFileClock`. */
function readClock(streams: readonly Stream[], format: Format): FileClock {
  const media = streams.filter((one) => one.codec_type === 'audio' || isVideo(one));
  const starts = media.flatMap(({ start_time: start }) => (start === undefined ? [] : [start]));
  const earliest = starts.length > 0 ? Math.min(...starts) : (format.start_time ?? 0);
  const startSeconds = isMpeg(format) ? earliest : Math.max(0, earliest);
  const ends = media.flatMap(({ start_time: start = 0, duration }) => (duration ? [start + duration] : []));
  const endSeconds = ends.length === media.length && ends.length > 0 ? Math.max(...ends) : readStatedEnd(format);
  return { startSeconds, endSeconds: Math.max(startSeconds, endSeconds) };
}

/**
 * Returns the stated end. ffprobe gives the duration of MPEG streams and FLV from their start, and that of other containers from 0,
 * as files state it.
 */
const readStatedEnd = (format: Format): number =>
  (format.duration ?? 0) + (isMpeg(format) || format.format_name === 'flv' ? (format.start_time ?? 0) : 0);

/** Returns whether a file is a transport or program stream. */
const isMpeg = ({ format_name: name }: Format): boolean => /mpeg/.test(name);

/** The names of ffmpeg's pixel formats with alpha: `yuva420p`, `rgba`, `argb`, `ya8`, `gbrap`, and palettes. */
const formatsWithAlpha = /^(?:yuva|rgba|bgra|argb|abgr|ya|gbrap|pal8)/;

/**
 * Returns whether a video may be interlaced. Tape and broadcast codecs do not always state it in their headers; each frame does,
 * and progressive ones are not changed.
 */
function isInterlaced({ field_order: order, codec_name: codec }: Stream): boolean {
  return /^[tb][tb]$/.test(order) || (order === 'unknown' && /^(?:dvvideo|mpeg2video)$/.test(codec));
}

/** An audio track that can be decoded. `index` is that of the stream in the file. */
type FfmpegSound = SoundTrack & { readonly index: number; readonly sampleRate: number };

function toSound(stream: Stream, order: number): FfmpegSound {
  return {
    index: stream.index,
    order,
    codec: stream.codec_name,
    channels: stream.channels,
    // `5.1(side)` names the speakers of the usual 5.1.
    channelLayout: stream.channel_layout?.replace(/\(.*\)$/, '') ?? null,
    sampleRate: stream.sample_rate ?? 48_000,
    language: stream.tags.language ?? null,
    title: stream.tags.title ?? null,
    isDefault: stream.disposition.default === 1,
  };
}

/** Returns whether a stream is a video: to ffmpeg a cover image is a video stream too. */
function isVideo(one: Stream): boolean {
  const isKnown = one.codec_name !== 'unknown' && one.width > 0 && one.height > 0;
  return one.codec_type === 'video' && isKnown && one.disposition.attached_pic === 0;
}

/** Returns the size in square pixels, which is never smaller than the stored size, after rotation. */
function uprightSize(video: Stream): { width: number; height: number } {
  const aspect = ratio(video.sample_aspect_ratio) || 1;
  const width = Math.round(video.width * Math.max(1, aspect));
  const height = Math.round(video.height / Math.min(1, aspect));
  return rotation(video) % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the clockwise rotation; ffmpeg counts counterclockwise. */
function rotation({ side_data_list: sideData }: Stream): number {
  const counted = sideData.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  return (((Math.round(-counted / 90) * 90) % 360) + 360) % 360;
}

function frameRate(video: Stream): number {
  return chooseStatedRate(ratio(video.avg_frame_rate), ratio(video.r_frame_rate));
}

/** Parses `30000/1001` or `4:3` as a number; 0 if it is unknown. */
function ratio(text: string): number {
  const [over = 0, under = 0] = text.split(/[/:]/).map(Number);
  return over > 0 && under > 0 ? over / under : 0;
}

const matrices = { bt709: 'bt709', smpte170m: 'smpte170m', bt470bg: 'bt470bg', bt2020nc: 'bt2020-ncl' } as const;
const primaries = {
  bt709: 'bt709',
  smpte170m: 'smpte170m',
  bt470bg: 'bt470bg',
  bt2020: 'bt2020',
  smpte432: 'smpte432',
} as const;
const transfers = {
  bt709: 'bt709',
  smpte170m: 'smpte170m',
  'iec61966-2-1': 'iec61966-2-1',
  linear: 'linear',
  smpte2084: 'pq',
  'arib-std-b67': 'hlg',
} as const;

function toStated(video: Stream) {
  return {
    matrix: pick(matrices, video.color_space),
    primaries: pick(primaries, video.color_primaries),
    transfer: pick(transfers, video.color_transfer),
  };
}

function pick<T extends string>(table: Readonly<Record<string, T>>, name: string | undefined): T | null {
  return table[name ?? ''] ?? null;
}
