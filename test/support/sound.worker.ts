import { openBytes } from '#store/bytes.ts';
import { openSoundFile } from '#workers/media/mix/open-sound.ts';

/** A file to decode from a time on. */
export type SoundCase = { readonly url: string; readonly fromSeconds: number; readonly toSeconds: number };

/** What was decoded: where in the source's own frames the two channels rise over a half. */
export type SoundMade = {
  readonly sampleRate: number;
  readonly clicks: readonly number[];
  readonly frames: number;
};

async function decode({ url, fromSeconds, toSeconds }: SoundCase): Promise<SoundMade> {
  const response = await fetch(url);
  const file = new File([await response.blob()], 'sound');
  const part = { startSeconds: fromSeconds, endSeconds: toSeconds };
  const source = await openSoundFile(file, part, { bytes: openBytes(), temporaryName: 'test' });
  if (!source) {
    throw new Error('no sound');
  }
  const clicks: number[] = [];
  let frames = 0;
  for await (const { at, sound } of source.read(Math.round(fromSeconds * source.sampleRate))) {
    sound.left.forEach((sample, i) => {
      if (Math.abs(sample) > 0.25 && at + i - (clicks.at(-1) ?? -1e9) > source.sampleRate / 10) {
        clicks.push(at + i);
      }
    });
    frames = at + sound.left.length;
    if (frames > toSeconds * source.sampleRate) {
      break;
    }
  }
  await source.close();
  return { sampleRate: source.sampleRate, clicks, frames };
}

addEventListener('message', ({ data }: MessageEvent<SoundCase>) => {
  decode(data).then(postMessage, (thrown: unknown) => postMessage(String(thrown)));
});
