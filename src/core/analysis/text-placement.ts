import type { ItemOf } from '#core/timeline/document.ts';

/** Text that is to be set between the picture of a video and its subject. Lengths are pixels of the picture. */
export type TextPlacementOptions = {
  readonly sourceFile: string;
  /** The small mattes of a cut-out of the window, which `cutOut` has written. */
  readonly mattesFile: string;
  /** When the cut-out begins, in seconds of the source. */
  readonly mattesStartSeconds: number;
  /** Of the picture. */
  readonly width: number;
  readonly height: number;
  /** In seconds of the source. */
  readonly window: { readonly startSeconds: number; readonly endSeconds: number };
  /** When the letters stand still, in seconds from the start of the window. */
  readonly atRest: { readonly startSeconds: number; readonly endSeconds: number };
  /** The text and how its letters look; where it lies, its size, its fill and its motion do not count. */
  readonly item: ItemOf<'text'>;
  /** Whether lines may be broken elsewhere than at line feeds, so that letters become larger. */
  readonly mayBreak: boolean;
  /** What is not to be chosen but kept. */
  readonly kept: {
    /** The centre of the text. */
    readonly position: { readonly x: number; readonly y: number } | null;
    readonly sizePx: number | null;
    /** `#rrggbb`. */
    readonly fill: string | null;
  };
  /** Centres of places that somebody has seen already, and wants another one for. */
  readonly seen: readonly { readonly x: number; readonly y: number }[];
};

/** Where text lies between a picture and its subject. */
export type TextPlacement = {
  /** With a line feed at the end of each line. */
  readonly text: string;
  /** The centre. */
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
  readonly letterSpacing: number;
  /** Of a box in which no other line is broken. */
  readonly width: number;
  readonly height: number;
  readonly fill: string;
  /** The share of the letters' area within the picture that is behind the subject: of all frames of the window. */
  readonly coveredShare: { readonly least: number; readonly mean: number; readonly most: number };
  /** When that is so while the letters stand still, in seconds from the start of the window. */
  readonly coveredAt: { readonly least: number; readonly mean: number; readonly most: number };
  /** What of all that the subject covers of the letters is covered half transparently, 0 to 1: where mattes do not hold. */
  readonly doubtfulShare: number;
  /** The share of the letters' area that lies within the picture. */
  readonly shownShare: number;
  /** Other places, the best first; none where the place is kept. */
  readonly alternates: readonly AlternatePlace[];
};

export type AlternatePlace = Pick<TextPlacement, 'text' | 'x' | 'y' | 'sizePx' | 'letterSpacing' | 'coveredShare'>;

/** A page and the worker that measures what the subject covers of a text that somebody moves. The first message opens it. */
export type MeasureCommand<File> =
  | { readonly type: 'open'; readonly mattes: File }
  | { readonly type: 'measure'; readonly nonce: number; readonly options: MeasureOptions };

/** A text at a place that is kept, in colours that are. */
export type MeasureOptions = Omit<TextPlacementOptions, 'sourceFile' | 'mattesFile' | 'mayBreak' | 'seen'>;

/** `placement` is null where the text could not be measured. */
export type MeasureAnswer = { readonly nonce: number; readonly placement: TextPlacement | null };
