import './panels.css';
import { MaterialsPane } from '../materials/materials-pane.tsx';
import { ClipTools } from '../in-place/clip-tools.tsx';

/** The audio files, and the tools for the audio of the selected clip. */
export function AudioPanel() {
  return (
    <div class="audio-panel">
      <section class="audio-tools" aria-label="Audio of the selected clip">
        <h3>Selected clip</h3>
        <ClipTools ids={['mark-beats', 'detach-sound']} hint="Select a clip to detect its beats or detach its audio." />
      </section>
      <MaterialsPane only="sound" />
    </div>
  );
}
