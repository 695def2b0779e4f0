/** A text to be broken into lines. Lengths are multiples of the size of its letters. */
export type TextToBreak = {
  readonly text: string;
  readonly font: string;
  readonly weight: number;
  readonly mostWidth: number;
};

/** Lines as a render breaks them, with their widths. */
export type TextLines = readonly { readonly text: string; readonly width: number }[];
