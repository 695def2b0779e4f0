import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { followPointer } from '../stage/follow-pointer.ts';
import './sheet.css';
import { isDrawnAway, wayFrom, type Drawn } from './swipe.ts';

type Props = { readonly name: string; readonly close: () => void; readonly children: ComponentChildren };

/** A pane on a phone, over the timeline. The focus is in it while it is open; its head is drawn down to close it. */
export function Sheet({ name, close, children }: Props) {
  const sheet = useRef<HTMLElement>(null);
  // At once: a key that is pressed as soon as it is seen is for it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return (
    <section
      class="editor-sheet"
      role="dialog"
      aria-label={name}
      tabIndex={-1}
      ref={sheet}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.preventDefault();
          close();
        }
      }}
    >
      <div class="editor-sheet-head" onPointerDown={(event) => sheet.current && draw(sheet.current, event, close)}>
        <button type="button" class="button button-quiet" onClick={close}>
          Close
        </button>
      </div>
      {children}
    </section>
  );
}

/** The sheet follows the pointer down. It goes where it was drawn far enough or flicked, and else comes back. */
function draw(sheet: HTMLElement, pressed: PointerEvent, close: () => void): void {
  const isOnButton = pressed.target instanceof Element && pressed.target.closest('button') !== null;
  if (isOnButton || pressed.button !== 0 || sheet.dataset['drawn'] !== undefined) {
    return;
  }
  // A swipe may come as one single move: it began where the finger was put down.
  const way: Drawn[] = wayFrom(pressed.timeStamp);
  sheet.dataset['drawn'] = '';
  followPointer(pressed, {
    move: ({ y }) => {
      way.push({ byPx: y, atMs: performance.now() });
      // Past the tree of components: it renders nothing.
      sheet.style.translate = `0 ${Math.max(0, y)}px`;
    },
    end: (isDone) => {
      const isGoing = isDone && isDrawnAway(way, performance.now(), sheet.offsetHeight);
      delete sheet.dataset['drawn'];
      sheet.style.translate = isGoing ? '0 100%' : '';
      if (isGoing) {
        // Without motion there is nothing to wait for. What was closed meanwhile would be opened again.
        void Promise.allSettled(sheet.getAnimations().map(({ finished }) => finished)).then(
          () => sheet.isConnected && close(),
        );
      }
    },
  });
}
