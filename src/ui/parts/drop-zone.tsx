import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Where a file is dropped, which is the whole window, or chosen. `children` stand beside the button. */
export function DropZone(props: {
  title: string;
  titleNarrow: string;
  onFile: (file: File) => void;
  children?: ComponentChildren;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useWindowDrop(props.onFile);
  const take = (): void => {
    const file = input.current?.files?.[0];
    if (input.current && file) {
      props.onFile(file);
      input.current.value = '';
    }
  };
  return (
    <section class={isOver ? 'drop drop-over' : 'drop'}>
      <div class="drop-inside stack">
        <p class="drop-title">
          {isOver ? (
            'Let go to take it'
          ) : (
            <>
              <span class="only-wide">{props.title}</span>
              <span class="only-narrow">{props.titleNarrow}</span>
            </>
          )}
        </p>
        <div class="row drop-row">
          <button type="button" class="button button-primary button-large" onClick={() => input.current?.click()}>
            Choose a video
          </button>
          {props.children}
        </div>
        <p class="soft small">It is cut in this browser. Nothing leaves this device.</p>
      </div>
      <input
        ref={input}
        type="file"
        accept="video/*,.mkv,.mov,.webm,.avi,.mts,.mxf"
        aria-label="Video file"
        hidden
        onChange={take}
      />
    </section>
  );
}

/** Takes files that are dropped anywhere in the window; true while one hangs over it. */
export function useWindowDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) {
        event.preventDefault();
        setOver(true);
      }
    };
    addEventListener('dragenter', over, { signal });
    addEventListener('dragover', over, { signal });
    // Leaving for a child fires too; leaving the window is the one with nowhere to go.
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) {
          latest.current(file);
        }
      },
      { signal },
    );
    return () => controller.abort();
  }, []);
  return isOver;
}
