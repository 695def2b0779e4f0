import { Failure } from '#core/lib/failure.ts';
import type { MediaInfo, ProbeHooks } from '#core/protocol/runners.ts';
import type { OpenedSource } from './cut-out.ts';
import type { OpenedFile } from './source/opening.ts';
import type { Warn } from './source/source.ts';

type Opened = { readonly opened: OpenedFile; readonly warnings: Set<string> };
type Open = (inputFile: string, warn: Warn, hooks?: ProbeHooks) => Promise<OpenedFile>;

/**
 * Keeps the last probed video open for the run that follows. Opening it again takes as long as some frames, and seconds with
 * ffmpeg.
 */
export function createKeeper(openFile: Open) {
  let kept: (OpenedSource & { readonly inputFile: string }) | null = null;
  const hold = async (next: typeof kept): Promise<void> => {
    const last = kept;
    kept = next;
    await last?.source.close();
  };
  const keep = async (inputFile: string, hooks?: ProbeHooks): Promise<MediaInfo> => {
    if (kept?.inputFile === inputFile) {
      return kept.source.info;
    }
    await hold(null);
    const { opened, warnings } = await openWith(openFile, inputFile, hooks);
    if (!opened.source) {
      return opened.info;
    }
    await hold({ inputFile, source: opened.source, warnings }); // Another video may have been probed meanwhile.
    return opened.source.info;
  };
  /** Returns the open video, which stays open here; null if it is another one. */
  const peek = (inputFile: string): OpenedSource['source'] | null =>
    kept?.inputFile === inputFile ? kept.source : null;
  /** Takes the open video. Several callers may do so at once, so each closes only the video that it opened. */
  const take = async (inputFile: string): Promise<OpenedSource> => {
    const last = kept;
    if (last?.inputFile === inputFile) {
      kept = null;
      return last;
    }
    await hold(null);
    const { opened, warnings } = await openWith(openFile, inputFile);
    if (!opened.source) {
      throw new Failure('UNSUPPORTED_MEDIA', { message: 'The file is not a video.' });
    }
    return { source: opened.source, warnings };
  };
  /**
   * Lends the video to an analysis that another one follows, so that it stays open. After a failure or a warning it is closed: the
   * next caller opens it again, and collects the warnings of its own part.
   */
  const lend = async <T>(inputFile: string, work: (opened: OpenedSource) => Promise<T>): Promise<T> => {
    const { source, warnings } = await take(inputFile);
    const before = warnings.size;
    let isWhole = false;
    try {
      const result = await work({ source: { ...source, close: () => Promise.resolve() }, warnings });
      isWhole = warnings.size === before;
      return result;
    } finally {
      await (isWhole ? hold({ inputFile, source, warnings }) : source.close());
    }
  };
  return { keep, peek, take, lend };
}

async function openWith(openFile: Open, inputFile: string, hooks?: ProbeHooks): Promise<Opened> {
  const warnings = new Set<string>();
  const opened = await openFile(inputFile, (sentence) => void warnings.add(sentence), hooks);
  return { opened, warnings };
}
