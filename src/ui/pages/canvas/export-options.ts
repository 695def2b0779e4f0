import type { Quality } from '#core/model/formats.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { exportFormatIds, type ExportFormat } from '#core/timeline/render.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { defaults } from '#recipes/export/defaults.ts';
import { canHaveBitrate, exportFormats } from '#recipes/export/formats.ts';
import { estimateFileBytes } from '#recipes/export/size.ts';
import type { OperationTypes } from '#client/types.generated.ts';
import { toText, type Json } from '#ui/app/json.ts';
import { readSpan, type Span } from './export-before.ts';
import type { Size } from '#core/lib/size.ts';

/** The options of an export. */
export type ExportOptions = {
  readonly format: ExportFormat;
  /** Pixels of the shorter side; null for the size of the canvas. */
  readonly shortSide: number | null;
  /** Frames per second; null for the frame rate of the canvas. */
  readonly frameRate: number | null;
  readonly quality: Quality;
  /** Bits per second of the video stream; null for the bitrate that follows from the quality. */
  readonly videoBitrate: number | null;
  /** Null for the whole canvas. */
  readonly span: Span | null;
  /** The color behind transparent areas when the format has no alpha, `#rrggbb`. */
  readonly background: string;
};

/** An MP4 of the whole canvas, unchanged. */
export const firstOptions: ExportOptions = {
  ...defaults,
  format: 'mp4',
  shortSide: null,
  frameRate: null,
  videoBitrate: null,
  span: null,
};

/**
 * Returns the options of an export that was called with `body`. Settings that the fields do not offer use the canvas's
 * values.
 */
export function readExportOptions(document: TimelineDocument, body: Json): ExportOptions {
  const { width, height, frameRate } = body;
  const shortSide = typeof width === 'number' && typeof height === 'number' ? Math.min(width, height) : null;
  return {
    format: exportFormatIds.find((format) => format === body['format']) ?? firstOptions.format,
    shortSide: listSizes(document).some((size) => size.shortSide === shortSide) ? shortSide : null,
    frameRate: exportRates.find((rate) => rate === frameRate && rate !== document.frameRate) ?? null,
    quality: body['quality'] === 'fast' ? 'fast' : firstOptions.quality,
    videoBitrate: bitrates.find((each) => each === body['videoBitrate']) ?? null,
    span: readSpan(body),
    background: toText(body['background']) || firstOptions.background,
  };
}

/** Frame rates offered in addition to the canvas's own. */
export const exportRates: readonly number[] = [12, 15, 24, 25, 30, 50, 60];

/** The bitrates that are offered, in bits per second. */
export const bitrates: readonly number[] = [2, 5, 8, 12, 20, 35, 50, 80].map((mega) => mega * 1_000_000);

/** Returns the request body of an export. Values that equal the canvas's are omitted. */
export type ExportBody = OperationTypes['exportCanvas']['body'];

export function toExportBody(document: TimelineDocument, options: ExportOptions): ExportBody {
  const { format, shortSide, frameRate, quality, videoBitrate, span, background } = options;
  const { kind } = exportFormats[format];
  return {
    format,
    ...(kind !== 'sound' && shortSide !== null && toSize(document, shortSide)),
    ...(kind === 'video' && frameRate !== null && { frameRate }),
    ...(hasQuality(format) && { quality }),
    ...(canHaveBitrate(format) && videoBitrate !== null && { videoBitrate }),
    ...(span && { span: cutTo(span, getDocumentSeconds(document)) }),
    ...(showsBackground(document, format) && { background }),
  };
}

/** Clamped to the canvas, because a marker may lie behind its end. */
const cutTo = ({ startSeconds, endSeconds }: Span, lastSeconds: number): Span => ({
  startSeconds,
  endSeconds: Math.min(endSeconds, lastSeconds),
});

/** The size in whole, even pixels whose shorter side is this long. */
function toSize({ width, height }: Size, shortSide: number): Size {
  const scale = shortSide / Math.min(width, height);
  const even = (length: number): number => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

const shortSides = [2160, 1440, 1080, 720, 480, 360];

/** Returns the sizes offered in addition to the canvas's, largest first. */
export const listSizes = (document: Size): (Size & { readonly shortSide: number })[] =>
  shortSides
    .map((shortSide) => ({ shortSide, ...toSize(document, shortSide) }))
    .filter(
      ({ shortSide, width, height }) =>
        shortSide !== Math.min(document.width, document.height) && Math.max(width, height) <= documentLimits.side,
    );

/** Whether the quality setting affects the file. */
export const hasQuality = (format: ExportFormat): boolean => format === 'mp4' || format === 'webm' || format === 'mov';

/** Whether the color behind a transparent canvas is visible. */
export const showsBackground = ({ background }: TimelineDocument, format: ExportFormat): boolean =>
  background.type === 'transparent' && format === 'mp4';

/** Whether the canvas has audio; without audio, no audio file can be exported. */
export const isAudible = ({ tracks }: TimelineDocument): boolean =>
  tracks.some(({ items }) => items.some(({ type }) => type === 'video' || type === 'sound'));

/** Returns the duration of the file in seconds and its approximate maximum size in bytes. */
export function estimateFile(
  document: TimelineDocument,
  options: ExportOptions,
): { readonly durationSeconds: number; readonly bytes: number } {
  const { format, quality, videoBitrate, shortSide, frameRate } = options;
  const whole = getDocumentSeconds(document);
  const span = options.span && cutTo(options.span, whole);
  const durationSeconds = span ? Math.max(0, span.endSeconds - span.startSeconds) : whole;
  const size = shortSide === null ? document : toSize(document, shortSide);
  const bitrate = canHaveBitrate(format) ? (videoBitrate ?? undefined) : undefined;
  const output = { format, quality, videoBitrate: bitrate, width: size.width, height: size.height, durationSeconds };
  return {
    durationSeconds,
    bytes: estimateFileBytes({ ...output, frameRate: frameRate ?? document.frameRate }),
  };
}
