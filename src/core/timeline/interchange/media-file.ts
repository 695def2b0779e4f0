import type { MediaFacts } from '../../errands.ts';

/** The file of an asset as another program finds it. */
export type MediaFile = {
  /** What a person called it, with its extension: untrusted text. */
  readonly name: string;
  /** Where it lies, as a URL that may be relative to the document. */
  readonly url: string;
  /** Null where the file was not opened yet. */
  readonly facts: MediaFacts | null;
};

/** The files of a document by asset id. What is missing becomes a clip without media. */
export type MediaFiles = Readonly<Record<string, MediaFile>>;
