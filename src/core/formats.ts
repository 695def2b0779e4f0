/** The video files that a result can be: the id is the file extension too. */
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
    contents: 'H.264 over a plain colour, to be keyed out later',
    use: 'Plays everywhere.',
  },
} as const;
export type OutputFormat = keyof typeof outputFormats;

/** The ids of the formats, the default first. */
export const outputFormatIds = ['webm', 'mov', 'mp4'] as const satisfies readonly OutputFormat[];

/** Those of the recipes that are queued, the default first: their results are whole pictures. */
export const queuedOutputFormatIds = ['mp4', 'webm', 'mov'] as const satisfies readonly OutputFormat[];

/** The files of results that are sound alone, the default first. */
export const soundFormatIds = ['m4a', 'wav'] as const;
export type SoundFormat = (typeof soundFormatIds)[number];

/** True for the extension of a file of sound alone. */
export const isSoundFormat = (extension: string): extension is SoundFormat =>
  soundFormatIds.some((format) => format === extension);

/** True for the extension of a format that results can have. */
export const isOutputFormat = (extension: string): extension is OutputFormat => Object.hasOwn(outputFormats, extension);

/** What mattes are made of: people if a model for them is installed, else whatever stands out; or one of the two. */
export const subjectIds = ['auto', 'person', 'object'] as const;

/** Where messages are: over the picture, as a whole conversation, or between background and subject. */
export const chatLayoutIds = ['overlay', 'chat', 'behind'] as const;

/** How much time a run takes for its edges, the default first. */
export const qualityIds = ['best', 'fast'] as const;
export type Quality = (typeof qualityIds)[number];

/** What each quality is for. */
export const qualities: Readonly<Record<Quality, { readonly label: string; readonly hint: string }>> = {
  best: { label: 'Best', hint: 'The finest edge that this device has a model for.' },
  fast: { label: 'Fast', hint: 'Gives up some of the edge for speed.' },
};
