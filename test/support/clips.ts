import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/** Repeats the H.264 and AAC clip at `path` for `times` times, as an MP4 of the very same packets. */
export async function loopClip(path: string, times: number): Promise<Buffer> {
  const input = openClip(await readFile(path));
  const [picture, sound] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
  if (!picture || !sound) {
    throw new Error(`${path} has no video or no audio`);
  }
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const tracks = [
    { track: picture, source: new EncodedVideoPacketSource('avc') },
    { track: sound, source: new EncodedAudioPacketSource('aac') },
  ] as const;
  output.addVideoTrack(tracks[0].source);
  output.addAudioTrack(tracks[1].source);
  await output.start();
  for (const { track, source } of tracks) {
    const decoderConfig = (await track.getDecoderConfig()) as never;
    const seconds = (await track.computeDuration()) - (await track.getFirstTimestamp());
    for (let turn = 0; turn < times; turn += 1) {
      for await (const packet of new EncodedPacketSink(track).packets()) {
        await source.add(packet.clone({ timestamp: packet.timestamp + turn * seconds }), { decoderConfig });
      }
    }
    source.close();
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/**
 * Returns every packet of every track, as its time, its duration and the hash of its bytes: equal for files that play
 * the same.
 */
export async function listPackets(bytes: Uint8Array): Promise<string[]> {
  const lines: string[] = [];
  for (const track of await openClip(bytes).getTracks()) {
    for await (const { timestamp, duration, data, sideData } of new EncodedPacketSink(track).packets()) {
      const hash = createHash('sha256').update(data);
      hash.update(sideData.alpha ?? '');
      lines.push(`${track.type} ${timestamp.toFixed(6)} ${duration.toFixed(6)} ${data.length} ${hash.digest('hex')}`);
    }
  }
  return lines;
}

const openClip = (bytes: Uint8Array): Input => new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
