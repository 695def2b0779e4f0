import type { MediaFacts } from '#core/protocol/engine-tasks.ts';

/** The file of an asset as another program finds it. */
export type MediaFile = {
  /** The user's name for it, with its extension: untrusted text. */
  readonly name: string;
  /** The URL of the file, which may be relative to the document. */
  readonly url: string;
  /** Null if the file was not opened yet. */
  readonly facts: MediaFacts | null;
};

/** The files of a document by asset id. A missing file becomes a clip without media. */
export type MediaFiles = Readonly<Record<string, MediaFile>>;
