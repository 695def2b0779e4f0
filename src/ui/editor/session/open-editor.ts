import { computed, signal } from '@preact/signals';
import { Failure } from '#core/failure.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import type { DataOf } from '../../client.ts';
import type { Editor } from '../editor.ts';
import { createLayout } from '../layout/layout.ts';
import { createStageView } from '../stage/stage-view.ts';
import { createTransport } from '../stage/transport.ts';
import { createTimelineView } from '../timeline/timeline-view.ts';
import { createHistory } from './history.ts';

/** Opens a canvas for editing. */
export function openEditor(canvas: DataOf<'getCanvas'>): Editor {
  const document = signal(canvas.document);
  const gesture = signal<TimelineDocument | null>(null);
  const assets = signal(canvas.assets);
  const refusal = signal<string | null>(null);
  const { note, ...history } = createHistory(document);
  const layout = createLayout();
  const edited = (edits: readonly Edit[]): TimelineDocument | null => {
    const result = applyOrRefuse(document.value, edits);
    refusal.value = result instanceof Failure ? result.message : null;
    return result instanceof Failure ? null : result;
  };
  return {
    canvasId: canvas.id,
    document,
    shown: computed(() => gesture.value ?? document.value),
    assets,
    selection: signal([]),
    transport: createTransport(),
    stage: createStageView(),
    view: createTimelineView(),
    layout,
    history,
    refusal,
    apply: (edits, label, more = {}) => {
      gesture.value = null;
      const after = edited(edits);
      if (after) {
        assets.value = { ...assets.value, ...more };
        note(label, after);
      }
      return after !== null;
    },
    tryOut: (edits) => {
      gesture.value = edits && edited(edits);
      return gesture.value !== null;
    },
    start: layout.follow,
  };
}

function applyOrRefuse(document: TimelineDocument, edits: readonly Edit[]): TimelineDocument | Failure {
  try {
    return applyEdits(document, edits);
  } catch (thrown) {
    if (thrown instanceof Failure) {
      return thrown;
    }
    throw thrown;
  }
}
