/** The video formats of results; the id is the file extension too. */
export const outputFormats = {
  webm: {
    label: 'WebM',
    mimeType: 'video/webm',
    contents: 'VP9 with a true alpha channel',
    use: 'For the web and most editors.',
  },
  mov: {
    label: 'MOV',
    mimeType: 'video/quicktime',
    contents: 'ProRes 4444 with a true alpha channel',
    use: 'For Final Cut, Premiere, Resolve. Large files.',
  },
  mp4: {
    label: 'MP4',
    mimeType: 'video/mp4',
    contents: 'H.264 over a plain color, for chroma keying',
    use: 'Plays everywhere.',
  },
} as const;
export type OutputFormat = keyof typeof outputFormats;

/** The ids of the formats, the default first. */
export const outputFormatIds = ['webm', 'mov', 'mp4'] as const satisfies readonly OutputFormat[];

/** The format ids of the queued recipes, the default first. Most of their results fill the whole frame. */
export const queuedOutputFormatIds = ['mp4', 'webm', 'mov'] as const satisfies readonly OutputFormat[];

/** The ids of the audio formats of results, the default first. */
export const soundFormatIds = ['m4a', 'wav'] as const;
export type SoundFormat = (typeof soundFormatIds)[number];

/** True for the extension of an audio format. */
export const isSoundFormat = (extension: string): extension is SoundFormat =>
  soundFormatIds.some((format) => format === extension);

/** True for the extension of a video format of results. */
export const isOutputFormat = (extension: string): extension is OutputFormat => Object.hasOwn(outputFormats, extension);

/** The subjects to cut out: people if a model for them is installed, else the salient object (`auto`); or one of the two. */
export const subjectIds = ['auto', 'person', 'object'] as const;

/** The trade-offs between edge quality and run time, the default first. */
export const qualityIds = ['best', 'fast'] as const;
export type Quality = (typeof qualityIds)[number];

/** The label and description of each quality. */
export const qualities: Readonly<Record<Quality, { readonly label: string; readonly hint: string }>> = {
  best: { label: 'Best', hint: 'The finest edge that the installed models can produce.' },
  fast: { label: 'Fast', hint: 'Faster, with a less exact edge.' },
};
