import { batch } from '@preact/signals';
import { announce } from '#ui/app/announce.ts';
import { followInFrames } from './follow-in-frames.ts';
import type { Plan } from './plan.ts';
import { showPlan } from './show-plan.ts';
import { createStepNotes, type StepNotes, type Told } from './step-notes.ts';
import { scrollAtEdges, type Surface } from './surface.ts';

/**
 * Updating the other panes takes as long as a step of the gesture. They are updated when the pointer rests, and rarely before,
 * in a frame without a step if possible. Milliseconds.
 */
const restMs = 100;
const seldomMs = 600;
const atLeastEveryMs = 800;

/** Runs a gesture that plans edits while a pointer is pressed, previews them, and applies them as one step at the end. */
export function runGesture(
  surface: Surface,
  pressed: PointerEvent,
  gesture: {
    readonly heldIds: ReadonlySet<string>;
    readonly plan: (pointer: PointerEvent) => Plan | null;
    readonly onClick?: () => void;
    readonly isAtOnce?: boolean;
    readonly told?: Told | undefined;
  },
): void {
  const { editor } = surface;
  const { view, document } = editor;
  const stage = createStageTeller(surface);
  const steps = createStepNotes(editor, gesture.told);
  let plan: Plan | null = null;
  let last = { key: '', document: document.peek() };
  followInFrames(
    pressed,
    surface.element,
    {
      onMove: (pointer, isLast) => {
        scrollAtEdges(surface, pointer.clientX, pointer.clientY);
        const next = gesture.plan(pointer);
        const key = JSON.stringify(next);
        const now = document.peek();
        // The plan is computed in every frame, also while the pointer rests; others may change the canvas meanwhile.
        const isStep = next !== null && (key !== last.key || now !== last.document);
        if (isStep) {
          last = { key, document: now };
          plan = next;
          const shown = showPlan(now, next, gesture.heldIds, surface.isPhone);
          view.gesture.value = shown;
          steps.tell(shown);
          // The stage keeps showing the last possible plan.
          if (shown.refusal === null) {
            stage.note(next);
          }
        }
        steps.follow(pointer);
        // The result of a released gesture updates the panes.
        if (!isLast) {
          stage.tell(isStep);
        }
      },
      onEnd: (isDone) => finish(surface, isDone ? plan : null, steps),
      onClick: gesture.onClick,
    },
    gesture.isAtOnce,
  );
}

function finish({ editor }: Surface, plan: Plan | null, steps: StepNotes): void {
  batch(() => {
    steps.end();
    editor.view.gesture.value = null;
    if (!plan || plan.edits.length === 0) {
      editor.tryOut(null);
    } else if (!editor.apply(plan.edits, plan.label)) {
      announce(editor.refusal.peek() ?? "The clip can't be placed here.");
    } else if (plan.copied) {
      editor.selection.value = plan.copied.ids;
    }
  });
}

/**
 * Creates a function that shows plans on the stage: the plan at which the pointer rests, and occasionally one while it moves. It
 * runs in every frame.
 */
function createStageTeller({ editor }: Surface): {
  readonly note: (plan: Plan) => void;
  readonly tell: (isStep: boolean) => void;
} {
  let waiting: Plan | null = null;
  let notedAt = 0;
  let toldAt = performance.now();
  return {
    note: (plan) => {
      waiting = plan;
      notedAt = performance.now();
    },
    tell: (isStep) => {
      const now = performance.now();
      if (waiting && (now - notedAt >= restMs || now - toldAt >= (isStep ? atLeastEveryMs : seldomMs))) {
        const { edits } = waiting;
        [waiting, toldAt] = [null, now];
        editor.tryOut(edits.length > 0 ? edits : null);
      }
    },
  };
}
