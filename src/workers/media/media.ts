import type { MediaRunner } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { toClipMatting } from './clip-matting.ts';
import { cutOut, type OpenedSource } from './cut-out.ts';
import { openSource } from './source/open-source.ts';

/** The media runner over these files. */
export function createMedia(bytes: Bytes): MediaRunner {
  const { keep, take } = createKeeper(bytes);
  return {
    probe: async (inputFile) => (await keep(inputFile)).source.info,
    cutOut: async (options, modelInput, runner, hooks, from) => {
      const matting = toClipMatting(runner, modelInput.modelId);
      return cutOut(bytes, await take(options.inputFile), { options, modelInput, matting, hooks, from });
    },
  };
}

/**
 * The file that was looked at last stays open for the run that comes next: to open one again takes as long as some frames, and
 * with ffmpeg seconds.
 */
function createKeeper(bytes: Bytes) {
  let kept: (OpenedSource & { readonly inputFile: string }) | null = null;
  const drop = async (): Promise<void> => {
    const last = kept;
    kept = null;
    await last?.source.close();
  };
  const keep = async (inputFile: string): Promise<OpenedSource> => {
    await drop();
    kept = { inputFile, ...(await open(bytes, inputFile)) };
    return kept;
  };
  const take = async (inputFile: string): Promise<OpenedSource> => {
    if (kept?.inputFile === inputFile) {
      const opened = kept;
      kept = null;
      return opened;
    }
    await drop();
    return open(bytes, inputFile);
  };
  return { keep, take };
}

/** Throws UNSUPPORTED_MEDIA, with a sentence that says what the file is, when it is no video. */
async function open(bytes: Bytes, inputFile: string): Promise<OpenedSource> {
  const warnings = new Set<string>();
  const source = await openSource(await bytes.read(inputFile), (sentence) => void warnings.add(sentence));
  return { source, warnings };
}
