import type { ItemOf } from '#core/timeline/document.ts';

/** Text to place between the background of a video and its subject. Lengths are pixels of the frame. */
export type TextPlacementOptions = {
  readonly sourceFile: string;
  /** The small mattes of a cutout of the window, which `cutOut` wrote. */
  readonly mattesFile: string;
  /** The start of the cutout, in seconds of the source. */
  readonly mattesStartSeconds: number;
  /** The width and height of the frame. */
  readonly width: number;
  readonly height: number;
  /** The time span of the text, in seconds of the source. */
  readonly window: { readonly startSeconds: number; readonly endSeconds: number };
  /** The time span in which the text does not move, in seconds from the start of the window. */
  readonly atRest: { readonly startSeconds: number; readonly endSeconds: number };
  /** The text and its style. Its position, size, fill and motion are ignored. */
  readonly item: ItemOf<'text'>;
  /** Whether lines may be broken at more places than line feeds, so that the font becomes larger. */
  readonly mayBreak: boolean;
  /** The values that the placement keeps instead of choosing them; null to choose. */
  readonly kept: {
    /** The center of the text. */
    readonly position: { readonly x: number; readonly y: number } | null;
    readonly sizePx: number | null;
    /** `#rrggbb`. */
    readonly fill: string | null;
  };
  /** Centers of positions that the user has seen already and does not accept. */
  readonly seen: readonly { readonly x: number; readonly y: number }[];
};

/**
 * The `doubtfulShare` from which on the subject visibly dissolves. People reach 5 to 15 %; a swan, which a model of people does not
 * know, reaches 50 %.
 */
export const doubtfulFrom = 0.25;

/** The position of text between a background and its subject. */
export type TextPlacement = {
  /** The text, with a line feed at the end of each line. */
  readonly text: string;
  /** The center. */
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
  readonly letterSpacing: number;
  /** The size of a box in which no line is broken again. */
  readonly width: number;
  readonly height: number;
  readonly fill: string;
  /** The share of the letters' area within the frame that the subject covers, over all frames of the window. */
  readonly coveredShare: { readonly least: number; readonly mean: number; readonly most: number };
  /** The times of these shares while the text does not move, in seconds from the start of the window. */
  readonly coveredAt: { readonly least: number; readonly mean: number; readonly most: number };
  /** The half-transparent share of all covered letter area, 0 to 1. A high value means unreliable mattes. */
  readonly doubtfulShare: number;
  /** The share of the letters' area that is within the frame. */
  readonly shownShare: number;
  /** Other positions, the best first; empty if the position is given. */
  readonly alternates: readonly AlternatePlace[];
};

export type AlternatePlace = Pick<TextPlacement, 'text' | 'x' | 'y' | 'sizePx' | 'letterSpacing' | 'coveredShare'>;

/** A message to the worker that measures how much the subject covers of a text while the user moves it. `open` is the first one. */
export type MeasureCommand<File> =
  | { readonly type: 'open'; readonly mattes: File }
  | { readonly type: 'measure'; readonly nonce: number; readonly options: MeasureOptions };

/** A text with a given position and given colors. */
export type MeasureOptions = Omit<TextPlacementOptions, 'sourceFile' | 'mattesFile' | 'mayBreak' | 'seen'>;

/** The answer to a measurement. `placement` is null if the text could not be measured. */
export type MeasureAnswer = { readonly nonce: number; readonly placement: TextPlacement | null };
