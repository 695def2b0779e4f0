import type { RecipeAbout } from '#core/model/recipe-about.ts';

export const about: RecipeAbout = {
  pitch: 'Cut out any subject, hair and all. Audio stays.',
  description:
    'Cuts the subject out of any common video, with an alpha channel (VP9 in WebM, ProRes 4444 in MOV) or over green (H.264 in MP4).',
  demo: { files: { material: 'presenter.mp4' }, parameters: {}, comparesMatte: true },
  sample: { startSeconds: 0, endSeconds: 3.2, posterSeconds: 1.62, shows: 'wipe' },
};
