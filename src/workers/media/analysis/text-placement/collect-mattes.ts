import type { AnalysisHooks } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import type { OpenedSource } from '../../cut-out.ts';
import { fitInside } from '../../picture/fit-inside.ts';
import { createPlanes } from '../../picture/planes.ts';
import { PlanesScaler } from '../../picture/planes-scaler.ts';
import { ProgressMeter } from '../../progress.ts';
import { readFrames } from '../../source/source.ts';
import { encodeHeader, encodeMatte } from './matte-file.ts';

/** The long side of small mattes: enough to measure letters a twentieth as high as the picture to a hundredth of their area. */
const longSidePx = 256;
/** So many bytes are collected before they are written. */
const pieceBytes = 256 * 1024;

/** Writes the alpha of every frame of a cut-out, small, to a file. Closes the source. */
export async function collectMattes(
  bytes: Bytes,
  { source }: OpenedSource,
  outputFile: string,
  { onProgress }: AnalysisHooks,
): Promise<void> {
  const { width, height } = source.info.video;
  const full = createPlanes(width, height);
  const size = fitInside(full, longSidePx);
  const scaler = new PlanesScaler(full, size);
  const small = { y: new Uint8Array(size.width * size.height) };
  const progress = new ProgressMeter(source.info.durationSeconds, 'Measuring the subject', onProgress);
  progress.begin(0, 0);
  const sink = await bytes.create(outputFile);
  let waiting = [encodeHeader(size)];
  const flush = async (): Promise<void> => {
    await sink.write(join(waiting));
    waiting = [];
  };
  try {
    for await (const { alpha, timestampUs, durationUs } of readFrames(source.pictures(source.whole), { free: full })) {
      scaler.scaleLuma({ y: alpha ?? full.y.fill(255) }, small);
      const times = { startSeconds: timestampUs / 1e6, durationSeconds: durationUs / 1e6 };
      waiting.push(encodeMatte({ ...times, alpha: small.y }));
      if (waiting.reduce((sum, { length }) => sum + length, 0) > pieceBytes) {
        await flush();
      }
      progress.frame((timestampUs + durationUs) / 1e6);
    }
    await flush();
    await progress.settle();
    await sink.close();
  } catch (thrown) {
    await sink.abort(thrown).catch(() => undefined); // What went wrong first is what the caller is to hear.
    throw thrown;
  } finally {
    await source.close();
  }
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
