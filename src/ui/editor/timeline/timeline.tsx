import { InTurn } from '#ui/kit/parts/in-turn.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { useEditor } from '../editor.ts';
import { TimelineBar } from './timeline-bar.tsx';
import { TimelineMenu } from './timeline-menu.tsx';
import { Lanes } from './lanes/lanes.tsx';
import './timeline.css';

const ClipTable = later(async () => (await import('./clip-table.tsx')).ClipTable);

/** The tracks and their items over time. */
export function Timeline() {
  const { view } = useEditor();
  return (
    <section class="editor-timeline timeline" aria-label="Timeline">
      <TimelineBar />
      <InTurn>{view.isTable.value ? <ClipTable /> : <Lanes />}</InTurn>
      <TimelineMenu />
    </section>
  );
}
