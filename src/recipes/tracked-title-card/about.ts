import type { RecipeAbout } from '#core/model/recipe-about.ts';

export const about: RecipeAbout = {
  pitch: 'Attach a title to a face or an object that moves.',
  description:
    'Places a title next to a face or an object and follows it through the shot. To correct the track, draw a box; the target is then tracked again.',
  demo: {
    files: { material: 'presenter.mp4' },
    parameters: { title: 'Mina', subtitle: 'Drawn by code', target: 'auto' },
  },
  sample: { startSeconds: 0.4, endSeconds: 3.6, posterSeconds: 2.1, shows: 'canvas' },
};
