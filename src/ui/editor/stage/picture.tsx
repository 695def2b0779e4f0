import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { PreviewEvent } from '#core/protocol/preview.ts';
import { createPreview, type Preview } from '#ui/kit/preview/preview.ts';
import { useEditor } from '../editor.ts';
import { withSolo } from '../timeline/solo.ts';
import { missingIn } from './stage-state.ts';
import { frameIn } from './stage-view.ts';

/** The canvas element on which the preview draws, positioned by the stage. */
export function Picture({ onEvent }: { onEvent: (event: PreviewEvent) => void }) {
  const { shown, stage } = useEditor();
  const element = usePreview(onEvent);
  const { left, top, scale } = frameIn(stage, shown.value);
  const { width, height, title } = shown.value;
  const style = {
    width: `${scale * width}px`,
    height: `${scale * height}px`,
    transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)`,
    visibility: stage.room.value.width > 0 ? 'visible' : 'hidden',
  };
  return (
    <div class="stage-picture" style={style}>
      <canvas class="preview-canvas" ref={element} role="img" aria-label={title} />
      {stage.hasSafeAreas.value && <SafeAreas />}
    </div>
  );
}

function usePreview(onEvent: (event: PreviewEvent) => void) {
  const { shown, assets, transport, stage, view } = useEditor();
  const element = useRef<HTMLCanvasElement>(null);
  const preview = useRef<Preview | null>(null);
  const looked = useComputed(() => stage.look.value?.document ?? shown.value);
  const wasLooking = useRef(false);
  useEffect(() => {
    const missing = missingIn(globalThis);
    if (missing) {
      onEvent({ type: 'warning', sentence: missing });
    }
    if (element.current && 'transferControlToOffscreen' in element.current) {
      preview.current = createPreview(element.current.transferControlToOffscreen(), (event) => {
        if (event.type === 'time' && stage.look.peek() === null) {
          transport.note({ seconds: event.seconds });
        } else if (event.type === 'ended' || event.type === 'failed') {
          transport.note({ isPlaying: false });
        } else if (event.type === 'loaded') {
          stage.painted.value += 1;
        }
        onEvent(event);
      });
    }
    transport.attach(preview.current);
    return () => {
      transport.attach(null);
      preview.current?.close();
    };
  }, []);
  useSignalEffect(() => preview.current?.load(withSolo(looked.value, view.soloIds.value), assets.value));
  // The playhead stays, and its frame is shown again at the end.
  useSignalEffect(() => {
    const seconds = stage.look.value?.seconds ?? null;
    if (seconds !== null || wasLooking.current) {
      wasLooking.current = seconds !== null;
      preview.current?.seek(seconds ?? transport.seconds.peek());
    }
  });
  return element;
}

/** The areas of the frame that no screen hides: 93 % for action, 90 % for titles (SMPTE ST 2046-1). */
function SafeAreas() {
  return (
    <div class="stage-safe" aria-hidden="true">
      <div class="stage-safe-action" />
      <div class="stage-safe-title" />
    </div>
  );
}
