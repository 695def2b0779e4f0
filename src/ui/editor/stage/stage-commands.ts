import type { Command } from '../commands/command.ts';

export const stageCommands: readonly Command[] = [
  {
    id: 'play',
    label: 'Play or pause',
    group: 'Playback',
    keys: ['Space'],
    run: ({ transport }) => (transport.isPlaying.value ? transport.pause() : transport.play()),
  },
];
