import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { followPointer } from '#ui/kit/drag.ts';
import './sheet.css';
import { isDrawnAway, wayFrom, type Drawn } from './swipe.ts';

type Props = { readonly name: string; readonly close: () => void; readonly children: ComponentChildren };

/** A pane on a phone, over the timeline. It has the focus while it is open; swiping its head down closes it. */
export function Sheet({ name, close, children }: Props) {
  const sheet = useRef<HTMLElement>(null);
  // Before the first paint, so that a key that is pressed as soon as the sheet is visible reaches it.
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

/** Moves the sheet down with the pointer. It closes after a long drag or a flick, and otherwise moves back. */
function draw(sheet: HTMLElement, pressed: PointerEvent, close: () => void): void {
  const isOnButton = pressed.target instanceof Element && pressed.target.closest('button') !== null;
  if (isOnButton || pressed.button !== 0 || sheet.dataset['drawn'] !== undefined) {
    return;
  }
  // A swipe may arrive as a single move event: it started where the finger touched down.
  const way: Drawn[] = wayFrom(pressed.timeStamp);
  sheet.dataset['drawn'] = '';
  followPointer(pressed, {
    move: ({ y }) => {
      way.push({ byPx: y, atMs: performance.now() });
      // Written directly to the DOM: it renders nothing.
      sheet.style.translate = `0 ${Math.max(0, y)}px`;
    },
    end: (isDone) => {
      const isGoing = isDone && isDrawnAway(way, performance.now(), sheet.offsetHeight);
      delete sheet.dataset['drawn'];
      sheet.style.translate = isGoing ? '0 100%' : '';
      if (isGoing) {
        // Without motion there is no animation to await. A sheet that was closed meanwhile would be opened again.
        void Promise.allSettled(sheet.getAnimations().map(({ finished }) => finished)).then(
          () => sheet.isConnected && close(),
        );
      }
    },
  });
}
