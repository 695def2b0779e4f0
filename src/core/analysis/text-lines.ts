/** A text to be broken into lines. Lengths are multiples of the size of its letters. */
export type TextToBreak = {
  readonly text: string;
  readonly font: string;
  readonly weight: number;
  readonly mostWidth: number;
};

/** A page asks the worker of letters to break texts; it answers in the order in which it was asked. Null where fonts are missing. */
export type BreakCommand = { readonly type: 'break'; readonly texts: readonly TextToBreak[] };
export type BreakAnswer = { readonly lines: readonly TextLines[] | null };

/** Lines as a render breaks them, with their widths. */
export type TextLines = readonly { readonly text: string; readonly width: number }[];
