import type { TaskRunner } from '#core/protocol/engine-tasks.ts';
import type { CutOutMaker, FootageAnalyzer, MediaRunner, StillsRenderer } from '#core/protocol/media-ports.ts';
import { loadOne, type LoadRequest } from '#core/protocol/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { readRhythm } from './analysis/beats/read-rhythm.ts';
import { SeenPictures } from './analysis/footage/seen-pictures.ts';
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
import { cutOut, prepareCutOut, type OpenedSource } from './cut-out.ts';
import { createTaskRunner } from './tasks/tasks.ts';
import { createKeeper } from './kept-video.ts';
import { breakTexts } from './render/raster/text/break-texts.ts';
import { drawStills, renderCanvas } from './render/render-canvas.ts';
import { openFile } from './source/open-source.ts';
import { writeEffects } from './synthesis/write-effects.ts';

/** Creates the media runner for these files. Tasks use another runner than jobs. */
export function createMedia(bytes: Bytes): MediaRunner & TaskRunner {
  const { keep, peek, take, lend } = createKeeper(async (inputFile, warn, hooks) =>
    openFile(await bytes.read(inputFile), warn, hooks),
  );
  /** The frames collected from the video whose shots were found last: usually, a target is searched next. */
  let last: { readonly inputFile: string; readonly seen: SeenWindow } | null = null;
  const seen = new SeenPictures();
  return {
    ...createTaskRunner(bytes),
    ...createSurveys(bytes, take, seen),
    ...createCutOutMaker(bytes, peek, take),
    probe: keep,
    shots: async (inputFile, hooks) => {
      const { seen, ...found } = await lend(inputFile, (opened) => findShots(opened, hooks));
      last = { inputFile, seen };
      return found;
    },
    rhythm: async (inputFile, bpm, hooks, audioTrack) =>
      readRhythm(await bytes.read(inputFile), { bytes, temporaryName: `${inputFile}.rhythm` }, bpm, hooks, audioTrack),
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
      return lend(options.inputFile, (opened) => findTarget(opened, options, finders));
    },
    breakTexts,
    render: (options, hooks, from) => {
      // If source clips are read again for an approved film, no stills will be drawn that would free these frames.
      seen.clear();
      return renderCanvas(bytes, { options, hooks, from });
    },
    measureSound: (files, voice, hooks) => measureSound(bytes, files, voice, hooks),
    readLevels: async (levelsFile) => readLevelsFile(await bytes.read(levelsFile)),
    frameTimes: (inputFile) => lend(inputFile, readFrameTimes),
    measureMotion: (inputFile, spans, hooks) => lend(inputFile, (opened) => measureMotion(opened, spans, hooks)),
    drawCuts: async (inputFile, levelsFile, pictures) =>
      drawCuts(bytes, inputFile === null ? null : await take(inputFile), levelsFile, pictures),
    writeEffects: (effects, outputFile) => writeEffects(bytes, effects, outputFile),
  };
}

/** `peek` returns the video that was probed last, and `take` takes it. */
function createCutOutMaker(
  bytes: Bytes,
  peek: (inputFile: string) => OpenedSource['source'] | null,
  take: (inputFile: string) => Promise<OpenedSource>,
): CutOutMaker {
  return {
    prepareCutOut: async (options) => {
      const source = peek(options.inputFile);
      await (source && prepareCutOut(options, source));
    },
    cutOut: async (options, modelInput, runner, hooks, from) => {
      const matting = toClipMatting(runner, modelInput.modelId);
      const judges = options.judges.map((judge) => ({ ...judge, matting: toClipMatting(runner, judge.modelId) }));
      return cutOut(bytes, await take(options.inputFile), { options, modelInput, matting, judges, hooks, from });
    },
  };
}

/** Creates surveys whose frames are then used for stills: usually, those of a proposal are drawn next. */
function createSurveys(
  bytes: Bytes,
  take: (inputFile: string) => Promise<OpenedSource>,
  seen: SeenPictures,
): FootageAnalyzer & StillsRenderer {
  return {
    survey: async (inputFile, kind, faces, hooks) => {
      if (kind === 'picture') {
        return surveyPicture(await bytes.read(inputFile), faces);
      }
      const opened = await take(inputFile);
      return surveyVideo(opened, faces, hooks, seen.begin(inputFile, opened.source));
    },
    drawStills: async (options) => {
      try {
        await drawStills(bytes, options, seen);
      } finally {
        seen.clear();
      }
    },
  };
}
