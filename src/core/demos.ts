/** What a demo of a recipe shows: files of the project by the field of the input that takes them, and the other fields. */
export type Demo = {
  /** Names of files in `public/sample`. Files of the caller replace those of the first field. */
  readonly files: Readonly<Record<string, string | readonly string[]>>;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** A demo of every recipe by its id: what `npm run demo` runs, and what a page offers to try. */
export const demos: Readonly<Record<string, Demo>> = {
  'remove-background': { files: { material: 'presenter.mp4' }, parameters: {} },
  tighten: { files: { material: 'talk.mp4' }, parameters: {} },
  'message-bubbles': {
    files: { material: 'talk.mp4' },
    parameters: {
      contactName: 'Mina',
      messages: [
        { from: 'them', text: 'Is it really all in the browser? 🤔' },
        { from: 'me', text: 'Every frame of it', receipt: 'read' },
        { from: 'them', text: 'Without a server?' },
        { from: 'me', text: 'Nothing leaves this tab', receipt: 'delivered' },
        { from: 'them', text: 'Wow', reaction: '🎉' },
      ],
    },
  },
  'text-behind': { files: { material: 'presenter.mp4' }, parameters: { text: 'HELLO', entrance: 'rise' } },
  'tracked-title-card': {
    files: { material: 'presenter.mp4' },
    parameters: { title: 'Mina', subtitle: 'Drawn by code', target: 'auto' },
  },
  'launch-cut': {
    files: { materials: ['reel.mp4', 'presenter.mp4', 'talk.mp4'], music: 'beat.m4a' },
    parameters: {
      targetSeconds: 15,
      title: 'Offcut',
      points: ['Cut', 'Caption', 'Ship'],
      endCard: { text: 'Made in a browser' },
    },
  },
};
