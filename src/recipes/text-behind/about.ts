import type { RecipeAbout } from '#core/model/recipe-about.ts';

export const about: RecipeAbout = {
  pitch: 'Place large text between a person and the background.',
  description:
    'Places large text between the subject of a video and its background. Chooses the position, the size and the color.',
  demo: { files: { material: 'presenter.mp4' }, parameters: { text: 'HELLO', entrance: 'rise' } },
  sample: { startSeconds: 0, endSeconds: 3.2, posterSeconds: 2.5, shows: 'canvas' },
};
