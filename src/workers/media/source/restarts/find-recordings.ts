import { ALL_FORMATS, Input } from 'mediabunny';
import type { ProbeHooks } from '#core/protocol/runners.ts';
import { FfmpegHost } from '../ffmpeg-host.ts';
import { readFileClock } from '../file-clock.ts';
import { toInputSource, type MediaFile } from '../media-file.ts';
import { splitFile } from './split-file.ts';

/** A recording within a file, and its start and end in the whole, in seconds. */
export type FilePart = { readonly file: File; readonly startSeconds: number; readonly endSeconds: number };

/**
 * Finds the recordings that were joined into one file, and places them one after the other. Unreadable ones are left out. Empty for
 * a file that is one recording.
 */
export async function findRecordings(whole: MediaFile, hooks?: ProbeHooks): Promise<FilePart[]> {
  const parts: FilePart[] = [];
  let startSeconds = 0;
  for (const file of (await splitFile(whole)) ?? []) {
    const seconds = (await measure(file)) || (await measureWithFfmpeg(file, hooks));
    if (seconds > 0) {
      parts.push({ file, startSeconds, endSeconds: startSeconds + seconds });
      startSeconds += seconds;
    }
  }
  return parts;
}

/** Returns the duration of a recording that mediabunny reads; else 0. */
async function measure(file: File): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: toInputSource(file) });
  try {
    const { startSeconds, endSeconds } = await readFileClock(input);
    return endSeconds - startSeconds;
  } catch {
    return 0;
  } finally {
    input.dispose();
  }
}

async function measureWithFfmpeg(file: File, hooks: ProbeHooks | undefined): Promise<number> {
  const host = new FfmpegHost(file, hooks);
  try {
    await host.open();
    return host.sounds?.durationSeconds ?? 0;
  } catch {
    return 0;
  } finally {
    host.close();
  }
}
