import type { RecipeAbout } from '#core/model/recipe-about.ts';

export const about: RecipeAbout = {
  pitch: 'Turn your takes into a short film, cut to the beat.',
  description:
    'Edits a film of 15, 30 or 60 s from takes and images. Finds the beats and the drop of your music, or composes music. Chooses the best shots, reframes them, and cuts on the beat.',
  demo: {
    files: { materials: ['reel.mp4', 'presenter.mp4', 'talk.mp4'], music: 'beat.m4a' },
    parameters: {
      targetSeconds: 15,
      title: 'Offcut',
      points: ['Cut', 'Caption', 'Ship'],
      endCard: { text: 'Made in a browser' },
    },
  },
  sample: { startSeconds: 2.6, endSeconds: 6.2, posterSeconds: 2.4, shows: 'canvas' },
};
