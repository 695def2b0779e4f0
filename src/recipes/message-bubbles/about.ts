import type { RecipeAbout } from '#core/model/recipe-about.ts';

export const about: RecipeAbout = {
  pitch: 'Add a chat to a video. Each bubble stays long enough to read.',
  description:
    'Renders a chat over a video, or as a separate video, at reading speed: over the video, full screen, or between the subject and its background.',
  demo: {
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
  sample: { startSeconds: 0.4, endSeconds: 4.2, posterSeconds: 3.4, shows: 'canvas' },
};
