import { AudioSampleSink, EncodedPacketSink, type InputAudioTrack } from 'mediabunny';

/** Packets that follow each other with more silence in between leave a gap. */
export const minGapSeconds = 0.02;
/** Decoded samples that are compared to find how many frames a packet has. */
const comparedSamples = 12;
/** Packets whose timestamps are compared with the samples in them: ten seconds of AAC. */
const comparedPackets = 480;
/** A container rounds timestamps, often to milliseconds. A clock that deviates by less over the compared packets does not drift. */
const minDriftSeconds = 0.015;
const minDrift = 0.0002;
/** A clock drifts evenly: the parts of the compared packets that have to agree, and by how much they may differ. */
const comparedParts = 4;
const maxUnevenness = 0.25;
const roundingSeconds = 0.002;
/** A larger deviation is not drift: the packets have another number of samples than it seems. */
const maxDrift = 0.06;

/** How the packets of a track relate to its samples. */
export type PacketRhythm = {
  /** The sample rate of what the decoder returns. Some codecs decode to another rate than their files state. */
  readonly decodedRate: number;
  /**
   * The samples for each second of timestamps: `decodedRate`, except where the clock of the recording drifts against the samples, as
   * it does in captures.
   */
  readonly sampleRate: number;
  /** The longest duration of the samples in one packet; null where packets and decoded samples do not pair up one to one. */
  readonly packetSeconds: number | null;
  /** The frames that every packet has; null where that varies. */
  readonly packetFrames: number | null;
};

/** Decodes the beginning of a track; null when the browser cannot decode it or it has no samples. */
export async function readPacketRhythm(track: InputAudioTrack): Promise<PacketRhythm | null> {
  if (!(await track.canDecode())) {
    return null;
  }
  const { decodedRate, frameCounts } = await decodeFirst(track);
  if (decodedRate === 0) {
    return null;
  }
  const longest = Math.max(...frameCounts);
  const packetSeconds = longest / decodedRate;
  // A decoder shortens its first sample, and a file its last one. Vorbis may change its block size at any time.
  const isConstant =
    (await track.getCodec()) !== 'vorbis' &&
    frameCounts.length > 2 &&
    frameCounts.slice(1, -1).every((count) => count === longest);
  const steps = await listSteps(track);
  const shortest = Math.min(...steps.filter((step) => step > 0), Number.POSITIVE_INFINITY);
  const isPaired = shortest < 1.5 * packetSeconds;
  const drift = isPaired && isConstant ? findDrift(steps, packetSeconds) : 0;
  return {
    decodedRate,
    sampleRate: Math.round(decodedRate / (1 + drift)),
    packetSeconds: isPaired ? packetSeconds : null,
    packetFrames: isConstant ? longest : null,
  };
}

async function decodeFirst(track: InputAudioTrack): Promise<{ decodedRate: number; frameCounts: number[] }> {
  let decodedRate = 0;
  const frameCounts: number[] = [];
  for await (const sample of new AudioSampleSink(track).samples(Number.NEGATIVE_INFINITY)) {
    decodedRate ||= sample.sampleRate;
    frameCounts.push(sample.numberOfFrames);
    sample.close();
    if (frameCounts.length >= comparedSamples) {
      break;
    }
  }
  return { decodedRate, frameCounts };
}

/** The differences between the timestamps of the first packets. */
async function listSteps(track: InputAudioTrack): Promise<number[]> {
  const steps: number[] = [];
  let last: number | null = null;
  for await (const { timestamp } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    if (last !== null) {
      steps.push(timestamp - last);
    }
    last = timestamp;
    if (steps.length >= comparedPackets) {
      break;
    }
  }
  return steps;
}

/**
 * How much longer a second of samples lasts by the timestamps, as a share; 0 where the clock keeps time. Gaps and steps back are left
 * out. Exported for tests.
 */
export function findDrift(steps: readonly number[], packetSeconds: number): number {
  const maxStep = Math.min(packetSeconds + minGapSeconds, 1.5 * packetSeconds);
  const regular = steps.filter((step) => step > 0 && step < maxStep);
  const drift = driftOf(regular, packetSeconds);
  const deviation = drift * regular.length * packetSeconds;
  const isDrift = Math.abs(deviation) > minDriftSeconds && Math.abs(drift) > minDrift && Math.abs(drift) < maxDrift;
  return isDrift && isEven(regular, packetSeconds, drift) ? drift : 0;
}

const driftOf = (steps: readonly number[], packetSeconds: number): number =>
  steps.length === 0 ? 0 : steps.reduce((sum, step) => sum + step, 0) / (steps.length * packetSeconds) - 1;

/** Whether every part of the steps drifts alike. A gap, or a few lost packets, is in one part alone. */
function isEven(steps: readonly number[], packetSeconds: number, drift: number): boolean {
  const length = Math.ceil(steps.length / comparedParts);
  const tolerance = maxUnevenness * Math.abs(drift) + roundingSeconds / (length * packetSeconds);
  return Array.from({ length: comparedParts }, (_, index) => steps.slice(index * length, (index + 1) * length))
    .filter((part) => part.length > 0)
    .every((part) => Math.abs(driftOf(part, packetSeconds) - drift) < tolerance);
}

/** Whether the packets of a track follow each other without gaps and its clock does not drift, so that counting samples keeps time. */
export async function keepsTime(track: InputAudioTrack): Promise<boolean> {
  const rhythm = await readPacketRhythm(track);
  if (!rhythm || rhythm.sampleRate !== rhythm.decodedRate) {
    return false;
  }
  const { packetSeconds, packetFrames } = rhythm;
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  let [first, last, count] = [Number.NaN, Number.NaN, 0];
  for await (const { timestamp } of packets) {
    first = count === 0 ? timestamp : first;
    const isBehindGap = packetSeconds !== null && timestamp - last - packetSeconds > minGapSeconds;
    const counted = packetSeconds !== null && packetFrames !== null ? first + count * packetSeconds : timestamp;
    if (isBehindGap || Math.abs(timestamp - counted) > minGapSeconds) {
      return false;
    }
    last = timestamp;
    count += 1;
  }
  return true;
}
