import type { Command } from './command.ts';
import { commandGroups, getParts } from './commands.ts';

/** The max number of entries of a menu. */
export const maxEntries = 15;

/** Commands of a menu that share one entry, which opens them. */
export type Submenu = { readonly name: string; readonly commands: readonly Command[] };

/** The submenus, which keep each menu short: the entry is at the place of the first of these commands. */
const submenus: readonly { readonly name: string; readonly ids: readonly string[] }[] = [
  {
    name: 'Trim and cut',
    ids: [
      'split-all',
      'trim-start',
      'trim-end',
      'start-earlier',
      'start-later',
      'end-later',
      'end-earlier',
      'delete-range',
      'ripple-delete-range',
      'close-gap',
    ],
  },
  {
    name: 'Move',
    ids: ['nudge-earlier', 'nudge-later', 'nudge-earlier-far', 'nudge-later-far', 'move-up', 'move-down'],
  },
  {
    name: 'Arrange',
    ids: ['group', 'ungroup', 'hide-clip', 'mute-clip', 'lock-clip', 'crop', 'flip-across', 'flip-down'],
  },
  {
    name: 'Attributes and effects',
    ids: ['copy-look', 'paste-look', 'add-dissolve', 'edit-transition', 'keyframe-place'],
  },
  { name: 'Select', ids: ['select-all', 'select-at-playhead', 'select-behind', 'select-nothing'] },
  { name: 'Clip tools', ids: ['remove-background', 'tighten', 'mark-beats', 'detach-sound', 'freeze-frame'] },
  {
    name: 'Track',
    ids: [
      'add-track',
      'add-sound-track',
      'rename-track',
      'track-up',
      'track-down',
      'hide-track',
      'mute-track',
      'solo-track',
      'lock-track',
      'delete-track',
    ],
  },
  { name: 'Markers', ids: ['add-marker', 'next-marker', 'previous-marker'] },
  { name: 'Preview zoom', ids: ['stage-fit', 'stage-100', 'stage-in', 'stage-out'] },
  { name: 'Timeline zoom', ids: ['zoom-in', 'zoom-out', 'fit'] },
  {
    name: 'In and out points',
    ids: ['go-to-in', 'go-to-out', 'mark-in', 'mark-out', 'mark-selection', 'clear-marks'],
  },
  {
    name: 'Go to',
    ids: ['to-start', 'to-end', 'go-to', 'second-back', 'second-on', 'previous-keyframe', 'next-keyframe'],
  },
];

/**
 * Returns the entries of a group's menu: the parts of `getParts`, with submenus below the other entries. A submenu as the first
 * entry would take the arrow key that opens the next menu.
 */
function getMenuParts(group: Command['group']): (readonly (Command | Submenu)[])[] {
  const parts = getParts(group);
  const all = parts.flat();
  const found = submenus.map(({ name, ids }) => ({
    name,
    ids,
    commands: ids.flatMap((id) => all.find((one) => one.id === id) ?? []),
  }));
  const toEntries = (command: Command): (Command | Submenu)[] => {
    const submenu = found.find(({ ids }) => ids.includes(command.id));
    const isFirst = submenu && all.find(({ id }) => submenu.ids.includes(id)) === command;
    return submenu ? (isFirst === true ? [{ name: submenu.name, commands: submenu.commands }] : []) : [command];
  };
  const entries = parts.map((part) => part.flatMap(toEntries));
  const plain = entries.map((part) => part.filter((entry) => 'id' in entry));
  return [...plain, entries.flat().filter((entry) => !('id' in entry))].filter((part) => part.length > 0);
}

/** Returns the menus of the editor by name: one for each group. */
export const getMenus = (): { readonly name: string; readonly parts: (readonly (Command | Submenu)[])[] }[] =>
  commandGroups.map((group) => ({ name: group, parts: getMenuParts(group) }));
