import type { ErrandRunner } from '#core/errands.ts';
import { Failure } from '#core/failure.ts';
import { loadOne, type LoadRequest, type MediaInfo, type MediaRunner, type ProbeHooks } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { readRhythm } from './analysis/beats/read-rhythm.ts';
import { surveyPicture } from './analysis/footage/survey-picture.ts';
import { surveyVideo } from './analysis/footage/survey-video.ts';
import { drawCuts } from './analysis/cut-pictures/draw-cuts.ts';
import { readFrameTimes } from './analysis/frame-times.ts';
import { measureMotion } from './analysis/gap-motion.ts';
import { readLevelsFile } from './analysis/sound-levels/levels-file.ts';
import { measureSound } from './analysis/sound-levels/measure-sound.ts';
import { findShots } from './analysis/shots/find-shots.ts';
import { writeBed } from './bed/write-bed.ts';
import { placeText } from './analysis/text-placement/place-text.ts';
import { findTarget } from './analysis/track/find-target.ts';
import type { SeenWindow } from './analysis/track/moments.ts';
import { trackClip } from './analysis/track/track-clip.ts';
import { toClipMatting } from './clip-matting.ts';
import { cutOut, type OpenedSource } from './cut-out.ts';
import { createErrands } from './errands/errands.ts';
import { breakTexts } from './render/raster/text/break-texts.ts';
import { drawStills, renderCanvas } from './render/render-canvas.ts';
import { openFile, type OpenedFile } from './source/open-source.ts';
import { writeEffects } from './synthesis/write-effects.ts';

/** The media runner over these files; one that does errands is another one than the jobs'. */
export function createMedia(bytes: Bytes): MediaRunner & ErrandRunner {
  const { keep, take, lend } = createKeeper(bytes);
  /** What was seen on the way of the video whose shots were found last: a target is looked for next, as a rule. */
  let last: { readonly inputFile: string; readonly seen: SeenWindow } | null = null;
  return {
    ...createErrands(bytes),
    probe: keep,
    cutOut: async (options, modelInput, runner, hooks, from) => {
      const matting = toClipMatting(runner, modelInput.modelId);
      return cutOut(bytes, await take(options.inputFile), { options, modelInput, matting, hooks, from });
    },
    shots: async (inputFile, hooks) => {
      const { seen, ...found } = await findShots(await lend(inputFile), hooks);
      last = { inputFile, seen };
      return found;
    },
    survey: async (inputFile, kind, faces, hooks) =>
      kind === 'picture'
        ? surveyPicture(await bytes.read(inputFile), faces)
        : surveyVideo(await take(inputFile), faces, hooks),
    rhythm: (inputFile, bpm, hooks) => readRhythm(bytes, inputFile, bpm, hooks),
    composeBed: (outputFile, options, hooks) => writeBed(bytes, outputFile, options, hooks),
    placeText: (options) => placeText(bytes, options),
    track: async (options, hooks) => trackClip(await take(options.inputFile), options, hooks),
    findTarget: async (options, request, runner, faces, hooks) => {
      const openMattes = async (asked: LoadRequest) => {
        const size = await loadOne(runner, asked);
        return { size, matting: toClipMatting(runner, size.modelId) };
      };
      const before = last?.inputFile === options.inputFile ? last.seen : null;
      last = null;
      const finders = { openMattes: request && (() => openMattes(request)), faces, before, hooks };
      return findTarget(await lend(options.inputFile), options, finders);
    },
    breakTexts,
    render: (options, hooks, from) => renderCanvas(bytes, { options, hooks, from }),
    drawStills: (options) => drawStills(bytes, options),
    measureSound: (files, voice, hooks) => measureSound(bytes, files, voice, hooks),
    readLevels: async (levelsFile) => readLevelsFile(await bytes.read(levelsFile)),
    frameTimes: async (inputFile) => readFrameTimes(await lend(inputFile)),
    measureMotion: async (inputFile, spans, hooks) => measureMotion(await lend(inputFile), spans, hooks),
    drawCuts: async (inputFile, levelsFile, pictures) => drawCuts(bytes, await take(inputFile), levelsFile, pictures),
    writeEffects: (effects, outputFile) => writeEffects(bytes, effects, outputFile),
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
  const open = async (
    inputFile: string,
    hooks?: ProbeHooks,
  ): Promise<{ readonly opened: OpenedFile; readonly warnings: Set<string> }> => {
    const warnings = new Set<string>();
    const opened = await openFile(await bytes.read(inputFile), (sentence) => void warnings.add(sentence), hooks);
    return { opened, warnings };
  };
  const keep = async (inputFile: string, hooks?: ProbeHooks): Promise<MediaInfo> => {
    await drop();
    const { opened, warnings } = await open(inputFile, hooks);
    if (!opened.source) {
      return opened.info;
    }
    await drop(); // Another one may have been probed meanwhile.
    kept = { inputFile, source: opened.source, warnings };
    return opened.source.info;
  };
  /** Several may be taken at once: what one has opened is no other's to close. */
  const take = async (inputFile: string): Promise<OpenedSource> => {
    const last = kept;
    if (last?.inputFile === inputFile) {
      kept = null;
      return last;
    }
    await drop();
    const { opened, warnings } = await open(inputFile);
    if (!opened.source) {
      throw new Failure('UNSUPPORTED_MEDIA', { message: 'The file is not a video.' });
    }
    return { source: opened.source, warnings };
  };
  /** For an analysis after which another one comes: who closes it gives it back. */
  const lend = async (inputFile: string): Promise<OpenedSource> => {
    const { source, warnings } = await take(inputFile);
    const close = async (): Promise<void> => {
      await drop();
      kept = { inputFile, source, warnings };
    };
    return { source: { ...source, close }, warnings };
  };
  return { keep, take, lend };
}
