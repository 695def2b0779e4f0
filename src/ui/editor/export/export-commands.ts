import type { Command } from '../commands/command.ts';
import { exportWay, type ExportWay } from './export-state.ts';

const show = (way: ExportWay) => (): void => {
  exportWay.value = way;
};

export const exportCommands: readonly Command[] = [
  { id: 'export', label: 'Export', group: 'Canvas', keys: ['$mod+e'], run: show('file') },
  { id: 'programs', label: 'Export for other editors', group: 'Canvas', keys: [], run: show('programs') },
  { id: 'project', label: 'Save or open a project', group: 'Canvas', keys: ['$mod+o'], run: show('project') },
];
