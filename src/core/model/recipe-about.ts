/** The input of a recipe's demo: files of the project, by input field, and the other fields. */
export type Demo = {
  /** Names of files in `public/sample`. Files of the caller replace those of the first field. */
  readonly files: Readonly<Record<string, string | readonly string[]>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether the contact sheet of `npm run demo` compares source, matte and result; by default it shows frames of the result. */
  readonly comparesMatte?: boolean;
};

/** The presentation of a recipe on pages, in the demo and in the docs; the API does not use it. */
export type RecipeAbout = {
  /** A sentence for the card on the first page. */
  readonly pitch: string;
  /** The row of the tables in README.md and docs/api.md: a few sentences, such as "Removes the pauses of a video." */
  readonly description: string;
  /** The run of `npm run demo`, and of the sample that a page offers. */
  readonly demo: Demo;
  /** The moving sample on the card; null for a card without one. */
  readonly sample: CardSample | null;
};

/** A part of the demo's canvas, in seconds from its start. The poster is a frame of that part, in seconds from the part's start. */
export type CardSample = {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly posterSeconds: number;
  /** The canvas, a wipe from the source to a cutout, or the cuts of the proposal. */
  readonly shows: 'canvas' | 'wipe' | 'cuts';
};
