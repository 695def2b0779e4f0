import { AudioSampleSink, EncodedPacketSink, type InputAudioTrack } from 'mediabunny';

/** The minimum silence between consecutive packets that is a gap. */
export const minGapSeconds = 0.02;
/** The number of decoded samples that are compared to find the frames per packet. */
const comparedSamples = 12;
/** The number of packets whose timestamps are compared with their samples: ten seconds of AAC. */
const comparedPackets = 480;
/**
 * The minimum deviation over the compared packets, and its share, that is a drift: containers round timestamps, often to
 * milliseconds.
 */
const minDriftSeconds = 0.015;
const minDrift = 0.0002;
/** A clock drifts evenly: the number of parts of the compared packets that must agree, and the maximum difference between them. */
const comparedParts = 4;
const maxUnevenness = 0.25;
const roundingSeconds = 0.002;
/** The maximum drift. With a larger deviation, the packets have another number of samples than assumed. */
const maxDrift = 0.06;

/** The relation between the packets of a track and its samples. */
export type PacketRhythm = {
  /** The sample rate of the decoder's output. Some codecs decode to another sample rate than their files state. */
  readonly decodedRate: number;
  /**
   * The samples for each second of timestamps: `decodedRate`, except if the clock of the recording drifts against the samples, as
   * in captures.
   */
  readonly sampleRate: number;
  /** The maximum duration of the samples in one packet; null if packets and decoded samples do not correspond one to one. */
  readonly packetSeconds: number | null;
  /** The number of frames of each packet; null if it varies. */
  readonly packetFrames: number | null;
};

/** Decodes the beginning of a track; null if the browser cannot decode it or it has no samples. */
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

/** Returns the differences between the timestamps of the first packets. */
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
 * Returns by how much longer a second of samples is by the timestamps, as a share; 0 without drift. Gaps and steps back are
 * ignored. Exported for tests.
 */
export function findDrift(steps: readonly number[], packetSeconds: number): number {
  const maxStep = Math.min(packetSeconds + minGapSeconds, 1.5 * packetSeconds);
  const regular = steps.filter((step) => step > 0 && step < maxStep);
  const drift = getDrift(regular, packetSeconds);
  const deviation = drift * regular.length * packetSeconds;
  const isDrift = Math.abs(deviation) > minDriftSeconds && Math.abs(drift) > minDrift && Math.abs(drift) < maxDrift;
  return isDrift && isEven(regular, packetSeconds, drift) ? drift : 0;
}

const getDrift = (steps: readonly number[], packetSeconds: number): number =>
  steps.length === 0 ? 0 : steps.reduce((sum, step) => sum + step, 0) / (steps.length * packetSeconds) - 1;

/** Returns whether every part of the steps has the same drift. A gap, or a few lost packets, are in one part only. */
function isEven(steps: readonly number[], packetSeconds: number, drift: number): boolean {
  const length = Math.ceil(steps.length / comparedParts);
  const tolerance = maxUnevenness * Math.abs(drift) + roundingSeconds / (length * packetSeconds);
  return Array.from({ length: comparedParts }, (_, index) => steps.slice(index * length, (index + 1) * length))
    .filter((part) => part.length > 0)
    .every((part) => Math.abs(getDrift(part, packetSeconds) - drift) < tolerance);
}

/** Returns whether the packets of a track are consecutive without gaps or drift, so that counting samples gives the time. */
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
