import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The tone of each audio track, in hertz. Only the last one has pauses: 0 to 0.6, 2 to 3.4 and 4.6 to 6 s. */
export const trackTones = [440, 880, 1760] as const;

const speech = '(between(t,0.6,2)+between(t,3.4,4.6))';
const noise = '0.004*(random(0)-0.5)';
const tones = [
  `0.3*sin(2*PI*${trackTones[0]}*t)`,
  `0.3*sin(2*PI*${trackTones[1]}*t)`,
  `0.3*${speech}*sin(2*PI*${trackTones[2]}*t)+${noise}`,
];

const codecs = [
  '-c:v libx264 -preset veryfast -g 30 -pix_fmt yuv420p',
  '-c:a:0 aac -ac:a:0 2 -metadata:s:a:0 language=eng -disposition:a:0 default',
  '-c:a:1 ac3 -ac:a:1 6 -metadata:s:a:1 language=deu -metadata:s:a:1 title=Commentary -disposition:a:1 0',
  '-c:a:2 aac -ac:a:2 1 -metadata:s:a:2 language=fra -disposition:a:2 0',
];

/**
 * Generates six seconds of video with three audio tracks: AAC in stereo, AC-3 in 5.1, which browsers do not decode, and
 * AAC in mono.
 */
export async function makeTracks(folder: string, extension: 'mkv' | 'mp4'): Promise<string> {
  const file = join(folder, `tracks.${extension}`);
  const sounds = tones.flatMap((tone) => ['-f', 'lavfi', '-i', `aevalsrc='${tone}':s=48000:d=6`]);
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=6'];
  const maps = [0, 1, 2, 3].flatMap((input) => ['-map', String(input)]);
  const args = [...picture, ...sounds, ...maps, ...codecs.flatMap((part) => part.split(' '))];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, file]);
  return file;
}
