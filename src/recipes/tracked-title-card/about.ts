import type { RecipeAbout } from '#core/recipe-about.ts';

export const about: RecipeAbout = {
  pitch: 'Pin a title to a face or a thing, and it follows.',
  description:
    'puts a title next to a face or an object, which it follows through the shot; draw a box where the track is wrong, and it is tracked again',
  demo: {
    files: { material: 'presenter.mp4' },
    parameters: { title: 'Mina', subtitle: 'Drawn by code', target: 'auto' },
  },
  sample: { startSeconds: 0.4, endSeconds: 3.6, posterSeconds: 2.1, shows: 'canvas' },
};
