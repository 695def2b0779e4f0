/** The names of the panels of the editor, each of which has a help page. */
export const topicNames = {
  media: 'Media',
  preview: 'Preview',
  timeline: 'Timeline',
  properties: 'Properties',
  history: 'History',
  export: 'Export',
} as const;

export type Topic = keyof typeof topicNames;
