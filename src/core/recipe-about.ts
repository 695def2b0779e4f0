/** What a demo of a recipe runs on: files of the project, by the field of the input that takes them, and the other fields. */
export type Demo = {
  /** Names of files in `public/sample`. Files of the caller replace those of the first field. */
  readonly files: Readonly<Record<string, string | readonly string[]>>;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** How pages, the demo and the README present a recipe; the API does not use it. */
export type RecipeAbout = {
  /** A sentence for the card on the first page. */
  readonly pitch: string;
  /** The row of the README's table, as "finds the pauses of a video". */
  readonly description: string;
  /** What `npm run demo` runs, and what a page offers to try. */
  readonly demo: Demo;
  /** The moving sample on the card; null for a card without one. */
  readonly sample: CardSample | null;
};

/** A part of the demo's canvas, in seconds from its start. The poster is a frame of that part, in seconds from the part's start. */
export type CardSample = {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly posterSeconds: number;
  /** What is shown of it: the canvas as it is, the source wiped away from a cutout, or the cuts of its proposal. */
  readonly shows: 'canvas' | 'wipe' | 'cuts';
};
