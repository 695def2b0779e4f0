import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The duration of a generated clip, in seconds. */
export const talkSeconds = 6;

/** Two "words", which are rising tones, in the noise of a room: at 0.6 to 2 s and at 3.4 to 4.6 s. */
const sound =
  "aevalsrc='0.3*(between(t,0.6,2)+between(t,3.4,4.6))*sin(2*PI*(250*t+30*t*t))+0.004*(random(0)-0.5)':s=48000:d=6";
const picture = `testsrc2=size=320x180:rate=30:duration=${talkSeconds}`;

/** Generates an audio file with the same two words and three pauses, in the format of its extension. */
export async function makeTalkSound(folder: string, name: string, args: readonly string[] = []): Promise<string> {
  const file = join(folder, name);
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', sound, ...args, file]);
  return file;
}

/**
 * Generates a clip with two words and three pauses; `args` are additional arguments of ffmpeg, for other video or
 * audio.
 */
export async function makeTalk(folder: string, name: string, args: readonly string[] = []): Promise<string> {
  const file = join(folder, `${name}.mp4`);
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
  const codecs = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...inputs, ...args, ...codecs, file]);
  return file;
}
