import type { Editor } from '../editor.ts';
import { endGesture, tryGesture, type Gesture } from './arrange.ts';
import { arrowWays } from './arrow-ways.ts';
import { getHeldKeys } from './follow-pointer.ts';
import type { Point } from './geometry/place.ts';

/** Gestures by the arrow keys: all presses until the key is released are one step of the history. */
export type KeySteps = {
  /**
   * Returns whether the event was an arrow key. `start` creates the gesture at the first press; with Shift a press counts ten
   * times.
   */
  readonly press: (event: KeyboardEvent, start: () => Gesture | null) => boolean;
  /** Ends the gesture when the key is released or the focus is lost. */
  readonly release: () => void;
};

export function createKeySteps(editor: Editor): KeySteps {
  let active: { readonly gesture: Gesture; tried: ReturnType<Gesture['tried']>; by: Point } | null = null;
  return {
    press: (event, start) => {
      const way = arrowWays[event.key];
      const isPlain = !event.ctrlKey && !event.metaKey;
      const gesture = way && isPlain ? (active?.gesture ?? start()) : null;
      if (!way || !gesture) {
        return false;
      }
      event.preventDefault();
      event.stopPropagation();
      const times = event.shiftKey ? 10 : 1;
      const from = active?.by ?? { x: 0, y: 0 };
      const by = { x: from.x + times * way.x, y: from.y + times * way.y };
      const tried = gesture.tried(by, { ...getHeldKeys(event), shift: false });
      active = { gesture, by, tried };
      tryGesture(editor, tried);
      return true;
    },
    release: () => {
      if (active) {
        endGesture(editor, active.gesture.label, active.tried);
        active = null;
      }
    },
  };
}
