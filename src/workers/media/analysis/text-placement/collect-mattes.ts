import { ALL_FORMATS, Input, type InputVideoTrack } from 'mediabunny';
import { Failure } from '#core/failure.ts';
import type { AnalysisHooks } from '#core/runners.ts';
import type { ByteSink, Bytes } from '#store/bytes.ts';
import { fitInside } from '../../picture/fit-inside.ts';
import { PlanesScaler } from '../../picture/planes-scaler.ts';
import { Unpacker } from '../../picture/unpack.ts';
import { ProgressMeter } from '../../progress.ts';
import { decodeAlpha } from '../../source/alpha-frames.ts';
import { toInputSource } from '../../source/media-file.ts';
import { encodeHeader, encodeMatte } from './matte-file.ts';

/** The long side of small mattes: enough to measure letters a twentieth as high as the picture to a hundredth of their area. */
const longSidePx = 256;
/** So many bytes are collected before they are written. */
const pieceBytes = 256 * 1024;

/** Writes the alpha of every frame of a cut-out, small, to a file. */
export async function collectMattes(
  bytes: Bytes,
  inputFile: string,
  outputFile: string,
  { onProgress }: AnalysisHooks,
): Promise<void> {
  const input = new Input({ formats: ALL_FORMATS, source: toInputSource(await bytes.read(inputFile)) });
  const video = await input.getPrimaryVideoTrack();
  if (!video) {
    throw new Failure('INTERNAL', { message: `The cut-out ${inputFile} has no pictures.` });
  }
  const progress = new ProgressMeter(await video.computeDuration(), 'Measuring the subject', onProgress);
  progress.begin(0, 0);
  const sink = await bytes.create(outputFile);
  try {
    await writeMattes(video, sink, progress);
    await progress.settle();
    await sink.close();
  } catch (thrown) {
    await sink.abort(thrown).catch(() => undefined); // What went wrong first is what the caller is to hear.
    throw thrown;
  } finally {
    input.dispose();
  }
}

async function writeMattes(video: InputVideoTrack, sink: ByteSink, progress: ProgressMeter): Promise<void> {
  const full = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
  const size = fitInside(full, longSidePx);
  const scaler = new PlanesScaler(full, size);
  const unpacker = new Unpacker();
  const small = { y: new Uint8Array(size.width * size.height) };
  let waiting = [encodeHeader(size)];
  for await (const sample of decodeAlpha(video)) {
    const { timestamp: startSeconds, duration: durationSeconds } = sample;
    const alpha = await unpacker.unpackLuma(sample);
    sample.close();
    scaler.scaleLuma({ y: alpha.subarray(0, full.width * full.height) }, small);
    waiting.push(encodeMatte({ startSeconds, durationSeconds, alpha: small.y }));
    if (waiting.reduce((sum, { length }) => sum + length, 0) > pieceBytes) {
      await sink.write(join(waiting));
      waiting = [];
    }
    progress.frame(startSeconds + durationSeconds);
  }
  await sink.write(join(waiting));
}

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
