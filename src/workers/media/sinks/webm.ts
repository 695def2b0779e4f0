import { WebMOutputFormat } from 'mediabunny';
import type { Bytes } from '#store/bytes.ts';
import type { Source, Span, Warn } from '../source/source.ts';
import { addAudio, type AudioFeed, type AudioPlan } from './audio.ts';
import { createOutputFile, type OutputFile } from './output-file.ts';
import type { Sink } from './sink.ts';
import { Vp9AlphaEncoder, type Vp9Quality } from './vp9-alpha.ts';

const opus: AudioPlan = { copied: ['opus', 'vorbis'], encoded: 'opus', sampleRate: 48_000, primingSeconds: 0 };

export type WebmOptions = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly quality: { readonly colour: Vp9Quality; readonly alpha: Vp9Quality };
};

/** VP9 with alpha and Opus in WebM: what browsers play transparent. */
export async function openWebm(
  bytes: Bytes,
  source: Source,
  span: Span,
  { name, width, height, quality }: WebmOptions,
  warn: Warn,
): Promise<Sink> {
  const track = await source.openAudio();
  const file = await createOutputFile(bytes, name, new WebMOutputFormat());
  const encoder = await Vp9AlphaEncoder.open({
    width,
    height,
    frameRate: source.info.video.frameRate,
    sourceColour: source.colour,
    ...quality,
  });
  file.output.addVideoTrack(encoder.source, { canBeTransparent: true });
  const audio = track && (await addAudio(file.output, track, span, opus, warn));
  await file.output.start();
  return createWebmSink(file, encoder, audio);
}

function createWebmSink(file: OutputFile, encoder: Vp9AlphaEncoder, audio: AudioFeed | null): Sink {
  return {
    hasAudio: audio !== null,
    write: async (frame) => {
      await encoder.encode(frame);
      await audio?.advance(frame.timestampUs / 1e6);
    },
    close: async () => {
      await encoder.finish();
      await audio?.finish();
      await file.finish();
    },
    abort: async () => {
      encoder.abort();
      await file.abort();
    },
  };
}
