/** A text to break into lines. Lengths are multiples of the font size. */
export type TextToBreak = {
  readonly text: string;
  readonly font: string;
  readonly weight: number;
  readonly maxWidth: number;
};

/** A request of a page to the text worker to break texts. Answers have the order of the requests; null if fonts are missing. */
export type BreakCommand = { readonly type: 'break'; readonly texts: readonly TextToBreak[] };
export type BreakAnswer = { readonly lines: readonly TextLines[] | null };

/** The lines of a text as a render breaks them, with their widths. */
export type TextLines = readonly { readonly text: string; readonly width: number }[];
