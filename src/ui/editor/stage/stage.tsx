import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { createPreview, type Preview } from '../../preview/preview.ts';
import { useEditor } from '../editor.ts';

/** The picture at the playhead. */
export function Stage() {
  const { shown, assets, transport, document } = useEditor();
  const element = useRef<HTMLCanvasElement>(null);
  const preview = useRef<Preview | null>(null);
  useEffect(() => {
    preview.current =
      element.current &&
      createPreview(element.current.transferControlToOffscreen(), (event) => {
        if (event.type === 'time') {
          transport.note({ seconds: event.seconds });
        } else if (event.type === 'ended' || event.type === 'failed') {
          transport.note({ isPlaying: false });
        }
      });
    transport.attach(preview.current);
    preview.current?.load(shown.peek(), assets.peek());
    return () => {
      transport.attach(null);
      preview.current?.close();
    };
  }, []);
  useSignalEffect(() => preview.current?.load(shown.value, assets.value));
  return (
    <section class="editor-stage" aria-label="Stage">
      <canvas class="preview-canvas" ref={element} role="img" aria-label={document.value.title} />
    </section>
  );
}
