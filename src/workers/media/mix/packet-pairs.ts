import { EncodedPacketSink, type EncodedPacket, type InputAudioTrack } from 'mediabunny';
import { minGapSeconds } from './packet-rhythm.ts';

/** The number of packets after a gap that must be late as well: a single late timestamp is jitter. */
const laterPackets = 3;

/** A packet's timestamp in seconds, and that of the next one if there may be a gap between them; else null. */
export type PacedPacket = { readonly timestamp: number; readonly behindGap: number | null };

/** Reads the timestamps of a track's packets from `first` on, a few packets ahead, to distinguish a gap from jitter. */
export async function* readPackets(
  track: InputAudioTrack,
  first: EncodedPacket | null,
  packetSeconds: number,
): AsyncGenerator<PacedPacket, void> {
  const waiting: number[] = [];
  const packets = new EncodedPacketSink(track).packets(first ?? undefined, undefined, { metadataOnly: true });
  for await (const { timestamp } of packets) {
    waiting.push(timestamp);
    if (waiting.length > laterPackets + 1) {
      yield toPaced(waiting, packetSeconds);
      waiting.shift();
    }
  }
  for (; waiting.length > 0; waiting.shift()) {
    yield toPaced(waiting, packetSeconds);
  }
}

function toPaced(waiting: readonly number[], packetSeconds: number): PacedPacket {
  const [timestamp = 0, next = null] = waiting;
  return { timestamp, behindGap: hasGapAfterFirst(waiting, packetSeconds) ? next : null };
}

/** Returns whether every later packet starts later than the samples of the packets before it explain. Exported for tests. */
export function hasGapAfterFirst([first = 0, ...later]: readonly number[], packetSeconds: number): boolean {
  return (
    later.length > 0 &&
    later.every((timestamp, index) => timestamp - first - (index + 1) * packetSeconds > minGapSeconds)
  );
}
