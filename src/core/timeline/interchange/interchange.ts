import type { TimelineDocument } from '../document.ts';
import { toCsv } from './csv.ts';
import { toEdl } from './edl.ts';
import { toFcpxml } from './fcpxml.ts';
import type { MediaFiles } from './media-file.ts';
import { toOtio } from './otio-write.ts';
import { toSrt, toVtt } from './subtitles.ts';

type Format = {
  readonly mimeType: string;
  /** Returns the content of the whole file, as UTF-8. */
  readonly write: (document: TimelineDocument, files: MediaFiles) => string;
};

/** The file formats for other editors; the id is the file extension too. */
export const interchangeFormats = {
  otio: { mimeType: 'application/json', write: toOtio },
  fcpxml: { mimeType: 'application/xml', write: toFcpxml },
  edl: { mimeType: 'text/plain', write: toEdl },
  srt: { mimeType: 'application/x-subrip', write: toSrt },
  vtt: { mimeType: 'text/vtt', write: toVtt },
  csv: { mimeType: 'text/csv', write: toCsv },
} as const satisfies Record<string, Format>;
export type InterchangeFormat = keyof typeof interchangeFormats;
