import type { ErrandRunner } from '#core/errands.ts';
import { Failure } from '#core/failure.ts';
import type { MediaInfo, MediaRunner, ProbeHooks } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { findShots } from './analysis/shots/find-shots.ts';
import { collectMattes } from './analysis/text-placement/collect-mattes.ts';
import { placeText } from './analysis/text-placement/place-text.ts';
import { toClipMatting } from './clip-matting.ts';
import { cutOut, type OpenedSource } from './cut-out.ts';
import { createErrands } from './errands/errands.ts';
import { renderCanvas } from './render/render-canvas.ts';
import { openFile } from './source/open-source.ts';

/** The media runner over these files; one that does errands is another one than the jobs'. */
export function createMedia(bytes: Bytes): MediaRunner & ErrandRunner {
  const { keep, take } = createKeeper(bytes);
  return {
    ...createErrands(bytes),
    probe: keep,
    cutOut: async (options, modelInput, runner, hooks, from) => {
      const matting = toClipMatting(runner, modelInput.modelId);
      return cutOut(bytes, await take(options.inputFile), { options, modelInput, matting, hooks, from });
    },
    shots: async (inputFile, hooks) => findShots(await take(inputFile), hooks),
    collectMattes: (inputFile, outputFile, hooks) => collectMattes(bytes, inputFile, outputFile, hooks),
    placeText: (options) => placeText(bytes, options),
    render: (options, hooks, from) => renderCanvas(bytes, { options, hooks, from }),
  };
}

/**
 * The video that was probed last stays open for the run that comes next. To open one again takes as long as some frames, and
 * with ffmpeg seconds.
 */
function createKeeper(bytes: Bytes) {
  let kept: (OpenedSource & { readonly inputFile: string }) | null = null;
  const drop = async (): Promise<void> => {
    const last = kept;
    kept = null;
    await last?.source.close();
  };
  const keep = async (inputFile: string, hooks?: ProbeHooks): Promise<MediaInfo> => {
    await drop();
    const warnings = new Set<string>();
    const opened = await openFile(await bytes.read(inputFile), (sentence) => void warnings.add(sentence), hooks);
    if (!opened.source) {
      return opened.info;
    }
    kept = { inputFile, source: opened.source, warnings };
    return opened.source.info;
  };
  const take = async (inputFile: string): Promise<OpenedSource> => {
    if (kept?.inputFile !== inputFile) {
      await keep(inputFile);
    }
    const opened = kept;
    kept = null;
    if (!opened) {
      throw new Failure('UNSUPPORTED_MEDIA', { message: 'The file is not a video.' });
    }
    return opened;
  };
  return { keep, take };
}
