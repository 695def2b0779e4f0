import type { RecipeAbout } from '#core/model/recipe-about.ts';

export const about: RecipeAbout = {
  pitch: 'Remove the pauses from a talk. You review every cut first.',
  description:
    'Removes the pauses of a video or audio file, on frames and without clicks. You review every cut first. The cut list is also available as EDL, FCPXML, OTIO and CSV.',
  demo: { files: { material: 'talk.mp4' }, parameters: {} },
  sample: { startSeconds: 0, endSeconds: 4, posterSeconds: 2, shows: 'cuts' },
};
