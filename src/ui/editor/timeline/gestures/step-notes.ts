import type { Editor } from '../../editor.ts';
import type { ShownGesture } from '../timeline-view.ts';
import type { LengthOf } from './plan-edges.ts';

/** The clip of a gesture whose steps are shown at the pointer and on the stage, and its dragged part. */
export type Told = {
  readonly itemId: string;
  readonly part: 'move' | 'start' | 'end' | 'slip' | 'transition';
  readonly getAssetDuration: LengthOf;
};

/** The notes of a gesture: `tell` shows a step, `follow` moves them with the pointer. */
export type StepNotes = {
  readonly tell: (shown: ShownGesture) => void;
  readonly follow: (pointer: PointerEvent) => void;
  readonly end: () => void;
};

/** Creates the notes of a gesture, if it has some. Their code is fetched at the first gesture of a page. */
export function createStepNotes(editor: Editor, told: Told | undefined): StepNotes {
  let notes: StepNotes | null = null;
  let latest: ShownGesture | null = null;
  let isOver = false;
  const show = async (): Promise<void> => {
    if (!told) {
      return;
    }
    const { tellSteps } = await import('./tell-steps.ts');
    if (!isOver) {
      notes = tellSteps(editor, told);
      if (latest) {
        notes.tell(latest);
      }
    }
  };
  // Without the code, the gesture works, and only its notes are missing.
  show().catch(() => undefined);
  return {
    tell: (shown) => {
      latest = shown;
      notes?.tell(shown);
    },
    follow: (pointer) => notes?.follow(pointer),
    end: () => {
      isOver = true;
      notes?.end();
    },
  };
}
