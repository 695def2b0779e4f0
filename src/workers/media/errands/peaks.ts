import { AudioSampleSink, type AudioSample, type InputAudioTrack } from 'mediabunny';
import { PeaksBuilder } from '#core/peaks.ts';
import type { Bytes } from '#store/bytes.ts';
import type { Material } from './material.ts';
import type { Made } from './thumbnail.ts';

/** The pyramid of peaks of a material's sound, decoded as a stream; an empty one where there is none. */
export async function readPeaks(material: Material, bytes: Bytes, temporaryName: string): Promise<Made> {
  const track = await openTrack(material, bytes, temporaryName);
  const builder = new PeaksBuilder((await track?.getSampleRate()) ?? 48_000);
  const startSeconds = material.kind === 'video' ? material.source.whole.startSeconds : 0;
  if (track) {
    const channels: Float32Array<ArrayBuffer>[] = [];
    for await (const sample of new AudioSampleSink(track).samples()) {
      builder.add(sample.timestamp - startSeconds, copyChannels(sample, channels));
      sample.close();
    }
  }
  return { blob: new Blob(builder.finish(), { type: 'application/octet-stream' }), notes: {} };
}

async function openTrack(material: Material, bytes: Bytes, temporaryName: string): Promise<InputAudioTrack | null> {
  if (material.kind === 'video') {
    const { source } = material;
    return source.openAudio(source.whole, { bytes, temporaryName }, () => undefined);
  }
  return material.kind === 'sound' ? material.track : null;
}

/** The channels of a block, in buffers that the next block is copied into. */
function copyChannels(sample: AudioSample, buffers: Float32Array<ArrayBuffer>[]): Float32Array[] {
  const { numberOfFrames, numberOfChannels } = sample;
  return Array.from({ length: numberOfChannels }, (_, planeIndex) => {
    const known = buffers[planeIndex];
    const buffer = known && known.length >= numberOfFrames ? known : new Float32Array(numberOfFrames);
    buffers[planeIndex] = buffer;
    const own = buffer.subarray(0, numberOfFrames);
    sample.copyTo(own, { planeIndex, format: 'f32-planar' });
    return own;
  });
}
