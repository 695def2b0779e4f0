import type { ComponentType } from 'preact';
import { later } from '#ui/kit/parts/later.tsx';
import { MaterialsPane } from '../materials/materials-pane.tsx';

/** A tab of the library: a button of the rail, and the panel that it shows. */
type LibraryTab = {
  readonly id: string;
  readonly label: string;
  /** The path of a line icon of 20 by 20 pixels. */
  readonly path: string;
  readonly Panel: ComponentType;
};

/** The tabs in the order of the rail. A new tab is one row; its panel loads when it is first shown. */
export const libraryTabs: readonly LibraryTab[] = [
  {
    id: 'media',
    label: 'Media',
    path: 'M3 5h14v10H3zM6.5 5v10M13.5 5v10M3 10h3.5M13.5 10H17',
    Panel: () => <MaterialsPane only={null} />,
  },
  {
    id: 'text',
    label: 'Text',
    path: 'M4.5 6V4.5h11V6M10 4.5v11M8 15.5h4',
    Panel: later(async () => (await import('./text-panel.tsx')).TextPanel),
  },
  {
    id: 'transitions',
    label: 'Transitions',
    path: 'M3 5h14v10H3zM3 5l14 10M17 5 3 15',
    Panel: later(async () => (await import('../transitions/transitions-panel.tsx')).TransitionsPanel),
  },
  {
    id: 'effects',
    label: 'Effects',
    path: 'M9 3.5 10.6 8 15 9.5 10.6 11 9 15.5 7.4 11 3 9.5 7.4 8zM15.5 13v4M13.5 15h4',
    Panel: later(async () => (await import('./effects-panel.tsx')).EffectsPanel),
  },
  {
    id: 'audio',
    label: 'Audio',
    path: 'M7.5 15V5l8-1.5v10M7.5 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM15.5 13.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
    Panel: later(async () => (await import('./audio-panel.tsx')).AudioPanel),
  },
];
