import type { Topic } from './topics.ts';

/** A help page. `tips` name what can be done; `commands` are the ids of the commands whose keys are listed. */
export type HelpPage = {
  readonly about: string;
  readonly tips: readonly string[];
  readonly commands: readonly string[];
};

export const helpPages: Readonly<Record<Topic, HelpPage>> = {
  media: {
    about: 'Your videos, images and audio. They stay in this browser, and every canvas can use them.',
    tips: [
      'Add files with the button, or drop them anywhere on the editor.',
      'Drag a tile to the timeline to choose its place.',
      'A file that several canvases use is stored once.',
    ],
    commands: ['import', 'toggle-materials'],
  },
  preview: {
    about: 'The frame at the playhead. An export has the same frames.',
    tips: [
      'Click an item to select it. Drag it to move it, and drag its handles to resize or rotate it.',
      'Double-click a text to edit it.',
      'Click the time to enter another one: 1:02.5, 98f, +2, or the timecode 00:01:02:15.',
      'The bars next to the time show the audio level. A red end means that the audio is too loud.',
    ],
    commands: ['play', 'frame-back', 'frame-on', 'crop', 'fullscreen', 'timecode'],
  },
  timeline: {
    about: 'Clips in time, from left to right. Upper tracks cover lower ones.',
    tips: [
      'Drag a clip to move it, and drag its edges to trim it.',
      'The round handles at the top of a selected clip set its fades. The line in its middle sets the volume.',
      'Right-click a clip, a gap, a track or a marker for more.',
      'The headphones of a track play it alone. Exports do not depend on them.',
    ],
    commands: ['split', 'delete', 'ripple-delete', 'add-marker', 'mark-in', 'mark-out', 'zoom-in', 'zoom-out', 'fit'],
  },
  properties: {
    about: 'Everything about the selection. Without a selection, the properties of the canvas.',
    tips: [
      'Drag a number sideways to change it, or enter a value. Hold Shift for larger steps.',
      'The diamond next to a value adds a keyframe at the playhead, so that the value changes over time.',
      'Several selected items change together.',
    ],
    commands: ['copy-look', 'paste-look', 'next-keyframe', 'previous-keyframe'],
  },
  history: {
    about: 'The steps of this session, and the stored versions of the canvas.',
    tips: [
      'Click a step to return to the state right after it.',
      'Preview a version before you restore it. Restoring can be undone.',
    ],
    commands: ['undo', 'redo'],
  },
  export: {
    about: 'A video file, a GIF, an image, only the audio, a timeline for other editors, or the whole project.',
    tips: [
      'Keep editing during an export. It uses the canvas as it was when it started.',
      'Set in and out points, or select clips, to export a part.',
      'WebM and MOV keep transparency. MP4 plays everywhere.',
    ],
    commands: ['export', 'mark-in', 'mark-out'],
  },
};
