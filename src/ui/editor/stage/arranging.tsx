import { useComputed } from '@preact/signals';
import { useEditor } from '../editor.ts';
import { Handles } from './handles.tsx';
import { boxStyle } from './box-style.ts';
import { seenSelection } from './selected.ts';
import { frameIn } from './stage-view.ts';

/** Outlines of the selected items, the handles of a single item, and the guides to which a gesture snaps. */
export function Arranging() {
  const editor = useEditor();
  const { stage, shown, transport } = editor;
  const isElsewhere = useComputed(() => transport.isPlaying.value || stage.look.value !== null);
  const seen = useComputed(() => (isElsewhere.value ? [] : seenSelection(editor)));
  const frame = frameIn(stage, shown.value);
  const [one, ...others] = seen.value;
  return (
    <div class="stage-overlay">
      <Lines />
      {one && others.length === 0 && one.isFree ? (
        <Handles key={one.item.id} one={one} frame={frame} />
      ) : (
        seen.value.map(({ item, place, isFree }) => (
          <div
            key={item.id}
            class={isFree ? 'stage-box' : 'stage-box stage-box-locked'}
            style={boxStyle(place, frame)}
          />
        ))
      )}
      <Readout />
    </div>
  );
}

/** Thin lines where edges and centers snap. */
function Lines() {
  const { stage, shown } = useEditor();
  const { left, top, scale } = frameIn(stage, shown.value);
  const { x = [], y = [] } = stage.lines.value ?? {};
  return (
    <>
      {x.map((at) => (
        <div
          key={`x${at}`}
          class="stage-line-x"
          style={{ transform: `translateX(${Math.round(left + scale * at)}px)` }}
        />
      ))}
      {y.map((at) => (
        <div
          key={`y${at}`}
          class="stage-line-y"
          style={{ transform: `translateY(${Math.round(top + scale * at)}px)` }}
        />
      ))}
    </>
  );
}

/** The readout of a gesture in progress. */
function Readout() {
  const { readout } = useEditor().stage;
  return readout.value === null ? null : (
    <output class="stage-readout num small" aria-live="off">
      {readout.value}
    </output>
  );
}
