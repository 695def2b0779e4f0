import { execFileSync } from 'node:child_process';

/** Creates a clip of 1280 by 720 at 30 frames/s with a duration of `seconds`: a repeated video, and audio or silence. */
export function loopClip(file: string, picture: string, sound: string | null, seconds: number): string {
  const input = (one: string): string[] => ['-stream_loop', '-1', '-i', one];
  const inputs = [...input(picture), ...(sound === null ? [] : input(sound)), '-t', String(seconds)];
  const tracks = sound === null ? ['-map', '0:v'] : ['-map', '0:v', '-map', '1:a', '-c:a', 'aac'];
  const filter = 'scale=1280:720:force_original_aspect_ratio=increase,crop=1280:720,fps=30,setsar=1';
  const coding = '-c:v libx264 -preset veryfast -crf 20 -g 60 -pix_fmt yuv420p'.split(' ');
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...tracks, '-vf', filter, ...coding, file]);
  return file;
}
