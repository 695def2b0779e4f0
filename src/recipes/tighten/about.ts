import type { RecipeAbout } from '#core/recipe-about.ts';

export const about: RecipeAbout = {
  pitch: 'Take the pauses out of a talk. You look at every cut first.',
  description:
    'finds the pauses of a video or a sound, shows which it would cut and how loud the clip is at each, and cuts on frames and without a click; also writes the cut list as EDL, FCPXML, OTIO and CSV',
  demo: { files: { material: 'talk.mp4' }, parameters: {} },
  sample: { startSeconds: 0, endSeconds: 4, posterSeconds: 2, shows: 'cuts' },
};
