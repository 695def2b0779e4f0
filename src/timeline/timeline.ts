import { Failure } from '#core/lib/failure.ts';
import { checkDocument } from '#core/timeline/check.ts';
import { applyEdits as applyKnownEdits, editSchema } from '#core/timeline/edit.ts';
import { interchangeFormats } from '#core/timeline/interchange/interchange.ts';
import { toNameKey } from '#core/timeline/interchange/otio-file-names.ts';
import { readOtio as readOtioText } from '#core/timeline/interchange/otio-read.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { documentOfAnyVersion } from '#core/timeline/upgrade.ts';
import * as z from 'zod';
import type { CanvasDocument, Edit } from './types.generated.ts';

export type * from './types.generated.ts';

/** An error in a document or an edit, with its path: `tracks.0.items.2.assetId`. */
export type Fault = { readonly path: string; readonly message: string };

/** The error that all functions of this module throw. */
export type TimelineError = Error & { readonly code: 'VALIDATION_FAILED'; readonly details: readonly Fault[] };

/** The kind of a media file. A font is for texts. */
export type MediaKind = 'video' | 'picture' | 'sound' | 'font';

/** The file of an asset as another program finds it. */
export type MediaFile = {
  /** The name with its extension. */
  readonly name: string;
  /** The URL of the file, which may be relative to the written document. */
  readonly url: string;
  /** The metadata of the file; null if they are unknown. */
  readonly facts: {
    readonly kind: MediaKind;
    /** The displayed size in pixels; null for audio. */
    readonly width: number | null;
    readonly height: number | null;
    readonly durationSeconds: number | null;
    /** Frames per second; null for images and audio. */
    readonly frameRate: number | null;
    readonly hasSound: boolean;
  } | null;
};

/** The files of a document by asset id. A missing file becomes a clip without media. */
export type MediaFiles = Readonly<Record<string, MediaFile>>;

/** A file that a clip of an OpenTimelineIO file may play; sizes in pixels, null if unknown. */
export type OtioMedia = {
  readonly assetId: string;
  /** The file name, by which clips find their media. */
  readonly name: string;
  readonly kind: MediaKind;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** Frames per second; null for images and audio. */
  readonly frameRate: number | null;
};

/** The file formats for other editors. The id is the file extension too. */
export type InterchangeFormat = 'otio' | 'fcpxml' | 'edl' | 'srt' | 'vtt' | 'csv';

/**
 * Returns a document with its defaults filled in. Upgrades a document of an older version. Throws TimelineError if the document is
 * invalid or of a newer version.
 */
export function parseDocument(value: unknown): CanvasDocument {
  const { document, faults } = read(value);
  if (!document || faults.length > 0) {
    throw invalid(faults);
  }
  return document;
}

/**
 * Returns the faults of a document, or an empty list if it is valid. With `findKind`, also checks that each asset exists and has the
 * kind that its item needs.
 */
export function validate(value: unknown, findKind?: (assetId: string) => MediaKind | undefined): Fault[] {
  return read(value, findKind).faults;
}

/**
 * Returns the document after an edit and leaves the previous document unchanged. Times are snapped to frames. Throws TimelineError
 * for an invalid edit, such as an unknown id, a locked item or an overlap.
 */
export const applyEdit = (document: CanvasDocument, edit: Edit): CanvasDocument => applyEdits(document, [edit]);

/** Applies several edits, or none of them: the paths of a TimelineError name the invalid one, `edits.2.itemId`. */
export function applyEdits(document: CanvasDocument, edits: readonly Edit[]): CanvasDocument {
  const parsed = z.object({ edits: z.array(editSchema) }).safeParse({ edits });
  if (!parsed.success) {
    throw invalid(toFaults(parsed.error));
  }
  return applyKnownEdits(document, parsed.data.edits);
}

/** Returns the duration of a document in seconds: the end of its last item. */
export const getDurationSeconds = (document: CanvasDocument): number => getDocumentSeconds(document);

/**
 * Writes a document as a file for other editors: OpenTimelineIO, Final Cut Pro XML, CMX 3600 EDL, subtitles (`srt`, `vtt`) or a
 * table of the cuts (`csv`). Returns the whole text of the file.
 */
export const toInterchange = (document: CanvasDocument, format: InterchangeFormat, files: MediaFiles = {}): string =>
  interchangeFormats[format].write(document, toKnownFiles(files));

/**
 * Reads an OpenTimelineIO file of Offcut or of another editor. Clips find their media in `media` by id, by file name, or by duration
 * if only one file fits. Omitted parts are gaps, with a sentence in `warnings`. Throws TimelineError for any other file.
 */
export function readOtio(
  text: string,
  media: readonly OtioMedia[] = [],
): { readonly document: CanvasDocument; readonly warnings: readonly string[] } {
  const find = ({ assetId, fileName }: { readonly assetId?: string; readonly fileName: string }) =>
    media.find((one) => one.assetId === assetId) ??
    media.find(({ name }) => name === fileName) ??
    media.find(({ name }) => toNameKey(name) === toNameKey(fileName));
  return readOtioText(text, find, media);
}

type Read = { readonly document: TimelineDocument | null; readonly faults: Fault[] };

function read(value: unknown, findKind?: (assetId: string) => MediaKind | undefined): Read {
  const { success, data, error } = documentOfAnyVersion.safeParse(value);
  return success
    ? { document: data, faults: checkDocument(data, findKind) }
    : { document: null, faults: toFaults(error) };
}

const toFaults = ({ issues }: z.ZodError): Fault[] =>
  issues.map(({ path, message }) => ({ path: path.join('.'), message }));

const invalid = (details: readonly Fault[]): Failure => {
  const [first] = details;
  const message = first && (first.path === '' ? first.message : `${first.path}: ${first.message}`);
  return new Failure('VALIDATION_FAILED', { ...(message !== undefined && { message }), details });
};

const toKnownFiles = (files: MediaFiles) =>
  Object.fromEntries(
    Object.entries(files).map(([id, { facts, ...file }]) => [
      id,
      { ...file, facts: facts && { ...facts, fault: null } },
    ]),
  );
