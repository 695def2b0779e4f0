import { TimelineBar } from './timeline-bar.tsx';
import { TimelineMenu } from './timeline-menu.tsx';
import { TimelineTracks } from './timeline-tracks.tsx';
import './timeline.css';

/** The tracks and their items in time. */
export function Timeline() {
  return (
    <section class="editor-timeline timeline" aria-label="Timeline">
      <TimelineBar />
      <TimelineTracks />
      <TimelineMenu />
    </section>
  );
}
