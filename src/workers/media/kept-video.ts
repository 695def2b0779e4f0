import { Failure } from '#core/failure.ts';
import type { MediaInfo, ProbeHooks } from '#core/runners.ts';
import type { OpenedSource } from './cut-out.ts';
import type { OpenedFile } from './source/opening.ts';
import type { Warn } from './source/source.ts';

type Opened = { readonly opened: OpenedFile; readonly warnings: Set<string> };
type Open = (inputFile: string, warn: Warn, hooks?: ProbeHooks) => Promise<OpenedFile>;

/**
 * The video that was probed last stays open for the run that comes next. To open one again takes as long as some frames, and
 * with ffmpeg seconds.
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
    await hold({ inputFile, source: opened.source, warnings }); // Another one may have been probed meanwhile.
    return opened.source.info;
  };
  /** Several may be taken at once: what one has opened is no other's to close. */
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
   * For an analysis after which another one comes: the video stays open. Not where it failed or had to say something on the way: who
   * comes next begins anew, and says itself what is to be said of the part that it reads.
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
  return { keep, take, lend };
}

async function openWith(openFile: Open, inputFile: string, hooks?: ProbeHooks): Promise<Opened> {
  const warnings = new Set<string>();
  const opened = await openFile(inputFile, (sentence) => void warnings.add(sentence), hooks);
  return { opened, warnings };
}
