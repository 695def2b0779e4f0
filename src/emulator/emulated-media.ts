import type { Footage } from '#core/analysis/footage.ts';
import { levelSeconds, toLevel, type SoundLevels } from '#core/analysis/sound-levels.ts';
import type { TextLines, TextToBreak } from '#core/analysis/text-lines.ts';
import type { TextPlacement, TextPlacementOptions } from '#core/analysis/text-placement.ts';
import type { TrackPoint } from '#core/analysis/track.ts';
import { Failure } from '#core/lib/failure.ts';
import type { MediaRunner } from '#core/protocol/media-ports.ts';
import type { MediaInfo, RunnerProgress, VideoInfo } from '#core/protocol/runners.ts';
import type { RenderOptions } from '#core/timeline/render.ts';
import { readInfo } from './read-info.ts';
import { tinyFiles } from './tiny-files.generated.ts';
import type { Store } from '#store/store.ts';

type Format = keyof typeof tinyFiles;

export type EmulatedMediaParts = {
  readonly bytes: Store['bytes'];
  /** Waits for the duration of a cutout or render, and reports the completed share. Rejects when the run is terminated. */
  readonly work: (onShare: (share: number, etaSeconds: number) => void) => Promise<void>;
};

/**
 * A media worker that decodes and encodes nothing. It reads the real metadata of files, and returns measurements that are plausible
 * and always the same: speech with a pause every four seconds, a subject in the middle, a tempo of 120. Results are tiny valid files.
 */
export const createEmulatedMedia = (parts: EmulatedMediaParts): MediaRunner => ({
  ...createAnalyses(parts),
  ...createMakers(parts),
});

type Makers = Pick<
  MediaRunner,
  | 'prepareCutOut'
  | 'cutOut'
  | 'render'
  | 'drawStills'
  | 'composeBed'
  | 'writeEffects'
  | 'drawCuts'
  | 'breakTexts'
  | 'placeText'
>;

/** The capabilities that write files or lay out text. */
function createMakers({ bytes, work }: EmulatedMediaParts): Makers {
  const write = (file: string, format: Format): Promise<void> => writeFile(bytes, file, format);
  const encode = (stage: string, onProgress: (progress: RunnerProgress) => void, frameCount: number): Promise<void> =>
    work((fraction, etaSeconds) =>
      onProgress({
        stage,
        fraction,
        etaSeconds,
        framesPerSecond: null,
        framesDone: Math.round(frameCount * fraction),
        snapshot,
      }),
    );
  return {
    prepareCutOut: async () => undefined,
    async cutOut(options, _modelInput, _matting, { onProgress }) {
      const info = requireVideo(await readInfo(await bytes.read(options.inputFile)));
      const { width, height, frameRate } = info.video;
      const { startSeconds, endSeconds } = options.trim ?? { startSeconds: 0, endSeconds: info.durationSeconds };
      const durationSeconds = endSeconds - startSeconds;
      const frameCount = Math.max(1, Math.round(durationSeconds * frameRate));
      await encode('Removing background', onProgress, frameCount);
      await write(options.outputFile, options.format);
      await (options.proxyFile !== null && write(options.proxyFile, 'webm'));
      await (options.mattesFile !== null && write(options.mattesFile, 'png'));
      const hasAudio = info.audio !== null && !options.isSilent;
      return { width, height, durationSeconds, frameRate, frameCount, hasAudio, coverage: 0.3, warnings: [] };
    },
    async render(options, { onProgress }) {
      const { durationSeconds, frameCount } = measureRender(options);
      await encode('Rendering', onProgress, frameCount);
      await write(options.outputFile, options.format);
      const { width, height, frameRate } = options;
      const loudness = { integratedLufs: -14, truePeakDb: -1.5 };
      return { width, height, durationSeconds, frameRate, frameCount, hasAudio: true, loudness, warnings: [] };
    },
    async drawStills({ pictures }) {
      await Promise.all(pictures.map(({ outputFile }) => write(outputFile, 'png')));
    },
    composeBed: (outputFile) => write(outputFile, 'wav'),
    writeEffects: (_, outputFile) => write(outputFile, 'wav'),
    async drawCuts(_inputFile, _levelsFile, pictures) {
      await Promise.all(pictures.map(({ outputFile }) => write(outputFile, 'png')));
    },
    breakTexts: async (texts) => texts.map(breakText),
    placeText: async (options) => placeText(options),
  };
}

/** The capabilities that measure files. */
function createAnalyses({ bytes }: EmulatedMediaParts): Omit<MediaRunner, keyof Makers> {
  const probe = async (file: string): Promise<MediaInfo> => readInfo(await bytes.read(file));
  return {
    probe,
    async shots(inputFile) {
      const { durationSeconds } = requireVideo(await probe(inputFile));
      return { shots: [{ startSeconds: 0, endSeconds: durationSeconds }] };
    },
    survey: async (inputFile) => toFootage(await probe(inputFile)),
    frameTimes: async () => null,
    measureMotion: async (_, spans) => spans.map(() => 0.02),
    async track({ inputFile, window, anchors: [anchor] }) {
      const { video } = requireVideo(await probe(inputFile));
      const box = anchor?.box ?? centreBox(video);
      const count = Math.max(1, Math.round((window.endSeconds - window.startSeconds) * video.frameRate));
      return Array.from({ length: count }, (_, at): TrackPoint => ({
        ...box,
        atSeconds: window.startSeconds + at / video.frameRate,
        confidence: 0.9,
        state: 'tracked',
      }));
    },
    async findTarget({ inputFile, window }) {
      const { video } = requireVideo(await probe(inputFile));
      return { atSeconds: window.startSeconds, box: centreBox(video), by: 'face' };
    },
    async measureSound({ inputFile, outputFile }) {
      const info = await probe(inputFile);
      const hasAudio = info.kind === 'sound' || (info.kind === 'video' && info.audio !== null);
      if (hasAudio) {
        await writeText(bytes, outputFile, String(info.durationSeconds));
      }
      return hasAudio;
    },
    readLevels: async (levelsFile) => toLevels(Number(await (await bytes.read(levelsFile)).text())),
    async rhythm(inputFile) {
      const info = await probe(inputFile);
      return info.kind === 'picture' ? 'silent' : toRhythm(info.durationSeconds);
    },
  };
}

/** Writes a tiny file of a format. */
export const writeFile = async (bytes: Store['bytes'], file: string, format: Format): Promise<void> =>
  writeBytes(bytes, file, decode(format));

const writeText = (bytes: Store['bytes'], file: string, text: string): Promise<void> =>
  writeBytes(bytes, file, new TextEncoder().encode(text));

export async function writeBytes(bytes: Store['bytes'], file: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const sink = await bytes.create(file);
  await sink.write(content);
  await sink.close();
}

/** The preview of the newest frame. */
const snapshot = `data:image/webp;base64,${tinyFiles.webp}`;

const decode = (format: Format): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(tinyFiles[format]), (letter) => letter.codePointAt(0) ?? 0);

function requireVideo(info: MediaInfo): VideoInfo {
  if (info.kind !== 'video') {
    throw new Failure('UNSUPPORTED_MEDIA', { message: 'The file has no video.' });
  }
  return info;
}

function measureRender({ document, span, frameRate, format }: RenderOptions) {
  const ends = document.tracks.flatMap(({ items }) =>
    items.map(({ startSeconds, durationSeconds }) => startSeconds + durationSeconds),
  );
  const whole = { startSeconds: 0, endSeconds: Math.max(0, ...ends) };
  const { startSeconds, endSeconds } = span ?? whole;
  const durationSeconds = format === 'png' ? 0 : endSeconds - startSeconds;
  return { durationSeconds, frameCount: Math.max(1, Math.round(durationSeconds * frameRate)) };
}

const centreBox = ({ width, height }: VideoInfo['video']) => ({
  x: 0.4 * width,
  y: 0.2 * height,
  width: 0.2 * width,
  height: 0.3 * height,
});

/** The period of the emulated speech: it starts with speech and ends with a pause. Seconds. */
const sentenceSeconds = 4;
const pauseSeconds = 1.2;

function toLevels(durationSeconds: number): SoundLevels {
  const levels = (speechDb: number, silenceDb: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from({ length: Math.ceil(durationSeconds / levelSeconds) }, (_, at) => {
      const isPause = (at * levelSeconds) % sentenceSeconds >= sentenceSeconds - pauseSeconds;
      return Math.round(toLevel(isPause ? silenceDb : speechDb + 3 * Math.sin(at)));
    });
  return { wide: levels(-22, -75), high: levels(-40, -90), voice: null };
}

export function toRhythm(durationSeconds: number) {
  const bpm = 120;
  const beats = Array.from({ length: Math.floor((durationSeconds * bpm) / 60) }, (_, at) => (at * 60) / bpm);
  const drops = [{ atSeconds: beats[8 * Math.floor(beats.length / 16)] ?? 0, score: 1 }];
  return { durationSeconds, bpm, tempoAlternates: [60], tempoRange: null, confidence: 0.9, beats, firstBar: 0, drops };
}

function toFootage(info: MediaInfo): Footage {
  const isVideo = info.kind === 'video';
  const durationSeconds = isVideo ? info.durationSeconds : 0;
  const { width, height } = isVideo ? info.video : { width: 1280, height: 720 };
  const samples = Array.from({ length: Math.max(1, Math.ceil(2 * durationSeconds)) }, (_, at) => ({
    atSeconds: at / 2,
    light: 0.5,
    darkShare: 0.02,
    burntShare: 0.01,
    sharpness: 0.5 + (at % 5) / 20,
    contrast: 0.2,
    motion: 0.1 + (at % 7) / 50,
    attention: { x: 0.35, y: 0.2, width: 0.3, height: 0.6 },
    faces: null,
  }));
  return {
    kind: isVideo ? 'video' : 'picture',
    width,
    height,
    durationSeconds,
    hasSound: isVideo && info.audio !== null,
    shots: [{ startSeconds: 0, endSeconds: durationSeconds, colours: Array.from({ length: 64 }, () => 1 / 64) }],
    samples,
  };
}

/** The mean width of a letter as a multiple of the font size. */
const letterWidth = 0.55;

function breakText({ text, maxWidth }: TextToBreak): TextLines {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && longer.length * letterWidth <= maxWidth) {
      lines.splice(-1, 1, longer);
    } else {
      lines.push(word);
    }
  }
  return lines.map((line) => ({ text: line, width: line.length * letterWidth }));
}

function placeText({ width, height, item, kept, window }: TextPlacementOptions): TextPlacement {
  const middleSeconds = (window.endSeconds - window.startSeconds) / 2;
  const sizePx = kept.sizePx ?? Math.round(0.2 * height);
  const { x, y } = kept.position ?? { x: 0.5 * width, y: 0.4 * height };
  return {
    text: item.text,
    x,
    y,
    sizePx,
    letterSpacing: 0,
    width,
    height: 1.2 * sizePx,
    fill: kept.fill ?? '#ffffff',
    coveredShare: { least: 0.15, mean: 0.2, most: 0.25 },
    coveredAt: { least: middleSeconds, mean: middleSeconds, most: middleSeconds },
    doubtfulShare: 0.05,
    shownShare: 1,
    alternates: [],
  };
}
