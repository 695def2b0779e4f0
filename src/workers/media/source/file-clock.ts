import { EncodedPacketSink, IsobmffInputFormat, MPEG_TS, type Input, type InputTrack } from 'mediabunny';

/** The start and end of a file on the clock of its timestamps, in seconds. All other times are seconds from `startSeconds`. */
export type FileClock = { readonly startSeconds: number; readonly endSeconds: number };

/** The clock of a file without audio and video. */
const noTime: FileClock = { startSeconds: 0, endSeconds: 0 };
/** A stated duration counts from 0. It is used only if the file starts near 0 as well. */
const nearZeroSeconds = 0.1;

/**
 * Reads the clock of a file that mediabunny demuxes. One rule for every container: a file starts with the first packet of its audio
 * and video tracks, but not before 0, because packets with negative timestamps only prime a decoder. It ends with the packet that
 * ends last. Broadcasts, live recordings and files with an edit list start anywhere; in a transport stream whose clock is about to
 * wrap, that is before 0.
 */
export async function readFileClock(input: Input): Promise<FileClock> {
  const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack());
  const firsts = await Promise.all(tracks.map((track) => readFirstSeconds(track).catch(() => null)));
  const starts = firsts.filter((first) => first !== null);
  if (starts.length === 0) {
    return noTime;
  }
  const format = await input.getFormat();
  const earliest = Math.min(...starts);
  const startSeconds = format === MPEG_TS ? earliest : Math.max(0, earliest);
  return { startSeconds, endSeconds: Math.max(startSeconds, await readEnd(input, tracks, startSeconds)) };
}

async function readFirstSeconds(track: InputTrack): Promise<number | null> {
  const first = await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true });
  return first && first.timestamp;
}

/** Returns the stated end if it is reliable and saves a search for the last packets. */
async function readEnd(input: Input, tracks: InputTrack[], startSeconds: number): Promise<number> {
  const format = await input.getFormat();
  const isStatedReliable =
    startSeconds < nearZeroSeconds && !(format instanceof IsobmffInputFormat) && format !== MPEG_TS;
  const stated = isStatedReliable ? await input.getDurationFromMetadata(tracks) : null;
  if (stated && stated > 0) {
    return stated;
  }
  const ends = await Promise.all(
    tracks.map((track) => readTrackEnd(track, format === MPEG_TS).catch(() => startSeconds)),
  );
  return Math.max(...ends);
}

/**
 * Returns the end of a track. `isInferred`: the container states no durations, and the inferred duration of the last packet can be
 * several frames long.
 */
async function readTrackEnd(track: InputTrack, isInferred: boolean): Promise<number> {
  if (!isInferred) {
    return track.computeDuration();
  }
  const sink = new EncodedPacketSink(track);
  const options = { metadataOnly: true };
  const [first, last] = [await sink.getFirstPacket(options), await sink.getPacket(Number.POSITIVE_INFINITY, options)];
  const usualSeconds = first && first.duration > 0 ? first.duration : Number.POSITIVE_INFINITY;
  return last ? last.timestamp + Math.min(last.duration, usualSeconds) : 0;
}
