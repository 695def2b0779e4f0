import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { editTwice, scratch } from './changed-bytes.ts';
import type { Row } from './shared-videos.ts';
import { cannotDecode, cannotRead, refuse, toneMapped } from './shared-videos.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
/** A second of 320 by 180 with audio. */
const short = join(root, 'test/fixtures/sample/short.mp4');
/** Two seconds of 640 by 360 whose audio has bursts by which its position can be measured. */
const clip = 'clip.mp4';
const bursts = "aevalsrc='0.5*sin(2*PI*500*t)*between(mod(t,0.43),0.1,0.2)':s=48000:d=2";
const sample = join(root, 'public/sample/presenter.mp4');
const clipArgs = [
  '-i',
  sample,
  '-f',
  'lavfi',
  '-i',
  bursts,
  ...'-map 0:v -map 1:a -t 2 -c:v copy -c:a aac -movflags +faststart'.split(' '),
];

/** A video that native ffmpeg generates with these arguments, or that is created from the bytes of another. */
type Recipe = { readonly args: string } | { readonly of: string; readonly change: (bytes: Buffer) => Buffer };
export type MadeRow = Row & { readonly made: Recipe };

/** Generates the clips on which the rows with CLIP are based. */
export const makeClip = (folder: string): Promise<unknown> => ffmpeg([...clipArgs, join(folder, clip)]);

/** Generates the file of a row in `folder`. In its arguments SHORT and CLIP are our own clips. */
export async function makeVideo({ file, made }: MadeRow, folder: string): Promise<string> {
  const target = join(folder, file);
  const inputs: Readonly<Record<string, string>> = { SHORT: short, CLIP: join(folder, clip) };
  if ('args' in made) {
    await ffmpeg([...made.args.split(' ').map((arg) => inputs[arg] ?? arg), target]);
  } else {
    await writeFile(target, made.change(await readFile(inputs[made.of] ?? join(folder, made.of))));
  }
  return target;
}

const ffmpeg = (args: readonly string[]): Promise<unknown> => run('ffmpeg', ['-v', 'error', '-y', ...args]);

const x264 = '-c:v libx264 -preset veryfast';
const size = [320, 180] as const;
const halfAlpha = "geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='if(lt(X,160),1023,0)'";
const toHdr = (transfer: string): string =>
  `-vf zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt2020:t=${transfer}:m=bt2020nc:r=limited,format=yuv420p10le -color_primaries bt2020 -color_trc ${transfer} -colorspace bt2020nc`;
const damaged = /damaged\. After the damage it was decoded with ffmpeg/;

/** Generated videos, one for each way in which a file can be unusual. */
export const madeVideos: readonly MadeRow[] = [
  turned('mirrored.mp4', [-1, 0, 0, 1], [320, 180]),
  turned('upside-down.mp4', [1, 0, 0, -1], [320, 180]),
  turned('turned-left.mp4', [0, -1, 1, 0], [180, 320]),
  turned('turned-and-mirrored.mp4', [0, 1, 1, 0], [180, 320]),
  {
    file: 'variable-rate.mp4',
    made: { args: `-i CLIP -t 2 -vf select='not(mod(n,3))+not(mod(n,7))' -fps_mode vfr ${x264} -c:a copy` },
    truth: { size: [640, 360], channels: 1 },
  },
  {
    file: 'late-start.mkv',
    made: { args: '-i CLIP -c copy -output_ts_offset 0.25' },
    truth: { size: [640, 360], channels: 1, startsAt: 'start' },
  },
  {
    file: 'sound-gap.mp4',
    made: { args: "-i CLIP -c copy -bsf:a noise=drop='between(pts*tb,0.6,0.75)'" },
    truth: { size: [640, 360], channels: 1 },
  },
  {
    file: 'sound-later.mkv',
    made: { args: '-i CLIP -itsoffset 0.4 -i CLIP -map 0:v -map 1:a -c copy' },
    truth: { size: [640, 360], channels: 1 },
  },
  {
    file: 'wide-pixels.mp4',
    made: { args: `-i SHORT -vf setsar=4/3 ${x264} -c:a copy` },
    truth: { size: [427, 180], channels: 1 },
  },
  {
    file: 'tall-pixels.avi',
    made: { args: '-i SHORT -vf setsar=2/3 -c:v mpeg4 -q:v 2 -c:a mp3' },
    truth: { size: [320, 270], channels: 1 },
    warnings: [cannotRead('AVI .*, MPEG4')],
  },
  {
    file: 'odd.webm',
    made: { args: '-i SHORT -vf scale=161:91 -c:v libvpx -b:v 1M -an' },
    truth: { size: [161, 91], channels: null },
  },
  {
    // The smallest sides that the recipe accepts.
    file: 'smallest.webm',
    made: { args: '-f lavfi -i color=red:s=32x32:d=0.2 -vf format=yuv444p,crop=17:16:0:0:exact=1 -c:v libvpx-vp9' },
    truth: { size: [17, 16], channels: null, tolerance: 20 },
  },
  {
    file: 'full-range-601.mp4',
    made: {
      args: `-i SHORT -vf scale=out_range=full:out_color_matrix=bt601 -color_range pc -colorspace smpte170m ${x264} -pix_fmt yuvj420p -c:a copy`,
    },
    truth: { size, channels: 1 },
  },
  {
    file: 'ten-bits.mp4',
    made: { args: `-i SHORT -pix_fmt yuv420p10le ${x264} -c:a copy` },
    truth: { size, channels: 1 },
    warningsInFirefox: [cannotDecode('H264')],
  },
  {
    file: 'ten-bits-444.mkv',
    made: { args: `-i SHORT -pix_fmt yuv444p10le ${x264} -c:a copy` },
    truth: { size, channels: 1 },
    warningsInFirefox: [cannotDecode('H264')],
  },
  { file: 'grey.mp4', made: { args: `-i SHORT -pix_fmt gray ${x264} -c:a copy` }, truth: { size, channels: 1 } },
  {
    file: 'pq.mp4',
    made: { args: `-i SHORT ${toHdr('smpte2084')} ${x264} -c:a copy` },
    truth: { size, channels: 1, isToneMapped: true },
    warnings: [toneMapped('PQ')],
    warningsInFirefox: [cannotDecode('H264'), toneMapped('PQ')],
  },
  {
    file: 'hlg.webm',
    made: { args: `-i SHORT ${toHdr('arib-std-b67')} -c:v libvpx-vp9 -an` },
    truth: { size, channels: null, isToneMapped: true },
    warnings: [toneMapped('HLG')],
  },
  {
    file: 'pq-hevc.mp4',
    made: {
      args: `-i SHORT ${toHdr('smpte2084')} -c:v libx265 -preset ultrafast -x265-params log-level=none -c:a copy`,
    },
    truth: { size, channels: 1, isToneMapped: true },
    warnings: [cannotDecode('HEVC'), toneMapped('PQ')],
  },
  {
    file: 'alpha.webm',
    made: { args: `-i SHORT -vf format=yuva444p10le,${halfAlpha},format=yuva420p -c:v libvpx-vp9 -b:v 1M -an` },
    truth: { size, channels: null, hasAlpha: true },
  },
  {
    file: 'alpha-prores.mov',
    made: {
      args: `-i SHORT -vf format=yuva444p10le,${halfAlpha} -c:v prores_ks -profile:v 4444 -alpha_bits 16 -c:a pcm_s16le`,
    },
    truth: { size, channels: 1, hasAlpha: true },
    warnings: [cannotDecode('PRORES')],
  },
  {
    file: 'alpha-rgb.mov',
    made: {
      args: `-i SHORT -vf format=yuva444p10le,${halfAlpha},scale=1280:720,format=argb -frames:v 5 -c:v qtrle -an`,
    },
    truth: { size: [1280, 720], channels: null, hasAlpha: true },
    warnings: [cannotDecode('QTRLE')],
  },
  {
    file: 'theora.ogv',
    made: { args: '-i SHORT -c:v libtheora -q:v 8 -c:a libvorbis' },
    truth: { size, channels: 1 },
    warnings: [cannotRead('Ogg, THEORA')],
  },
  {
    file: 'program-stream.mpg',
    made: { args: '-i CLIP -t 1 -vf fps=25 -c:v mpeg2video -q:v 3 -c:a mp2' },
    truth: { size: [640, 360], channels: 1, startsAt: 'start' },
    warnings: [cannotRead('MPEG-PS .*, MPEG2VIDEO')],
  },
  {
    file: 'elementary.h264',
    made: { args: `-i SHORT -an ${x264}` },
    truth: { size, channels: null, times: Array.from({ length: 30 }, (_, index) => index / 30) },
    warnings: [cannotRead('raw H.264 video, H264')],
  },
  {
    file: 'interlaced.mp4',
    made: {
      args: '-i CLIP -t 1 -vf fps=50,tinterlace=interleave_top,setfield=tff -c:v libx264 -flags +ilme+ildct -x264opts tff=1 -c:a copy',
    },
    truth: { size: [640, 360], channels: 1, filter: 'bwdif=mode=send_frame' },
    warnings: [/may be interlaced\. It was deinterlaced with ffmpeg/],
  },
  { file: 'silent.mp4', made: { args: '-i SHORT -an -c copy' }, truth: { size, channels: null } },
  {
    file: 'edited.mp4',
    made: { of: 'silent.mp4', change: editTwice },
    truth: { size, channels: null },
    warnings: [/consists of several parts/],
  },
  {
    file: 'two-sounds.mkv',
    made: {
      args: '-i SHORT -f lavfi -i sine=440:d=1 -map 0:v -map 1:a -map 0:a -c:v copy -c:a libopus -metadata:s:a:0 language=deu -metadata:s:a:1 language=eng -disposition:a:0 0 -disposition:a:1 default',
    },
    truth: { size, channels: 1 },
    warnings: [/2 audio tracks: 1 \(English OPUS mono\) is used, 0 \(German OPUS mono\) is not/],
  },
  {
    file: 'surround.mkv',
    made: { args: '-i CLIP -c:v copy -ac 6 -c:a ac3' },
    truth: { size: [640, 360], channels: 2 },
  },
  {
    file: 'broken-sound.mkv',
    made: { args: '-i SHORT -map 0:v -map 0:a -c:v copy -c:a ac3 -bsf:a noise=amount=1' },
    truth: { size, channels: null },
    warnings: [/audio cannot be decoded\. The result has no audio/],
  },
  {
    file: 'subtitled.mp4',
    made: { args: '-i SHORT -f lavfi -i anullsrc -map 0:v -map 0:a -c copy -timecode 01:00:00:00' },
    truth: { size, channels: 1 },
  },
  {
    file: 'fragmented.mp4',
    made: { args: `-i SHORT ${x264} -bf 2 -c:a aac -movflags frag_keyframe+empty_moov` },
    truth: { size, channels: 1 },
  },
  {
    file: 'half-fragmented.mp4',
    made: { args: `-i CLIP ${x264} -g 15 -c:a aac -movflags frag_keyframe` },
    truth: { size: [640, 360], channels: 1 },
    warnings: [/index of the file covers only its first part/],
  },
  {
    file: 'stream.ts',
    made: { args: '-i CLIP -t 2 -c copy -f mpegts' },
    truth: { size: [640, 360], channels: 1, startsAt: 'start' },
  },
  {
    file: 'joined-late.ts',
    made: { of: 'stream.ts', change: (bytes) => bytes.subarray(50_000) },
    truth: { size: [640, 360], channels: 1, startsAt: 'start' },
    warnings: [cannotRead('MPEG-TS .*, H264')],
  },
  {
    file: 'cut-off.mp4',
    made: { of: 'CLIP', change: (bytes) => bytes.subarray(0, (bytes.length * 2) / 3) },
    truth: { size: [640, 360], channels: 1, guessedFrames: 1 },
    warnings: [/ends early: the result contains \d\.\d s of 2\.\d s/],
  },
  {
    file: 'scratched.mp4',
    made: { of: 'CLIP', change: scratch },
    truth: { size: [640, 360], channels: 1, tolerance: 60 },
    warnings: [damaged],
    // Its decoder shows the damage and continues.
    warningsInFirefox: [],
  },
  {
    ...refuse('protected.mp4', /encrypted \(DRM\)\. Send a file without protection/),
    made: {
      args: '-i SHORT -c copy -encryption_scheme cenc-aes-ctr -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8',
    },
  },
  {
    ...refuse('headless.mp4', /video \(H264\) cannot be decoded: the file is damaged or protected/),
    made: { of: 'SHORT', change: (bytes) => bytes.subarray(0, 5000) },
  },
  {
    ...refuse('sound.mp4', /needs a video as material, but this material is audio/),
    made: { args: '-i SHORT -vn -f mp3' },
  },
];

/** Replaces the display matrix of our clip: phones write this if they are held otherwise. */
function turned(file: string, [a, b, c, d]: readonly number[], to: readonly [number, number]): MadeRow {
  const change = (bytes: Buffer): Buffer => {
    const at = bytes.indexOf('tkhd') + 4 + 40;
    [a, b, 0, c, d].forEach((value, index) => bytes.writeInt32BE(65_536 * (value ?? 0), at + 4 * index));
    return bytes;
  };
  return { file, made: { of: 'SHORT', change }, truth: { size: to, channels: 1 } };
}
