import { useMemo } from 'preact/hooks';
import { useEditor, type Editor } from '../editor.ts';
import { createResize, createRotation, createTurn, endGesture, tryGesture, type Gesture } from './arrange.ts';
import { boxStyle } from './box-style.ts';
import { followPointer } from './follow-pointer.ts';
import { toCanvas, type Frame } from './geometry/viewport.ts';
import { getCursor, handleNames } from './handle-names.ts';
import { createKeySteps } from './key-steps.ts';
import type { Seen } from './stage-view.ts';

/** The length in CSS pixels below which a side has no handle in its middle. */
const minSidePx = 56;

/** The handles of an item, which the pointer drags, or the arrow keys move while a handle has the focus. */
export function Handles({ one, frame }: { one: Seen; frame: Frame }) {
  const editor = useEditor();
  const steps = useMemo(() => createKeySteps(editor), [editor]);
  const { place, item } = one;
  const [across, down] = [frame.scale * place.width, frame.scale * place.height];
  const shownHandles = handleNames.filter(
    ({ handle }) => (handle.x !== 0 || across > minSidePx) && (handle.y !== 0 || down > minSidePx),
  );
  return (
    <div
      class="stage-box stage-box-active"
      style={boxStyle(place, frame)}
      onKeyUp={steps.release}
      onBlurCapture={steps.release}
    >
      {shownHandles.map(({ handle, name }) => (
        <button
          key={name}
          type="button"
          class="stage-handle"
          aria-label={`Resize ${item.name}, ${name}`}
          style={{
            insetInlineStart: `${50 * (handle.x + 1)}%`,
            insetBlockStart: `${50 * (handle.y + 1)}%`,
            cursor: getCursor(handle, place.rotation),
          }}
          onPointerDown={(event) => dragHandle(event, editor, createResize(editor, one, handle, frame.scale), frame)}
          onKeyDown={(event) => steps.press(event, () => createResize(editor, one, handle, frame.scale, false))}
        />
      ))}
      <button
        type="button"
        class="stage-handle stage-handle-turn"
        aria-label={`Rotate ${item.name}`}
        onPointerDown={(event) => dragHandle(event, editor, createRotation(one, getPoint(event, frame)), frame)}
        onKeyDown={(event) => steps.press(event, () => createTurn(one))}
      />
    </div>
  );
}

/** Returns the position of the pointer on the canvas. */
function getPoint(event: PointerEvent, frame: Frame) {
  const view = event.currentTarget instanceof Element ? event.currentTarget.closest('.stage-view') : null;
  const { left, top } = view?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return toCanvas(frame, { x: event.clientX - left, y: event.clientY - top });
}

function dragHandle(event: PointerEvent, editor: Editor, gesture: Gesture, { scale }: Frame): void {
  if (event.button !== 0) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (event.currentTarget instanceof HTMLElement) {
    event.currentTarget.focus();
  }
  let tried: ReturnType<Gesture['tried']> | null = null;
  followPointer(event, {
    move: (by, held) => {
      tried = gesture.tried({ x: by.x / scale, y: by.y / scale }, held);
      tryGesture(editor, tried);
    },
    end: (isDone) => endGesture(editor, gesture.label, isDone ? tried : null),
  });
}
