import './pointer-note.css';

/** The distances from the pointer and from the edges of the window, in pixels. A finger hides what is right above it. */
const besidePx = 14;
const aboveMousePx = 16;
const aboveFingerPx = 56;
const marginPx = 8;

/** Creates a note that follows the pointer of a gesture. Its element is added when it has text, and moved without a render. */
export function createPointerNote() {
  const element = document.createElement('div');
  element.className = 'pointer-note num';
  element.setAttribute('aria-hidden', 'true');
  let text = '';
  let size = { width: 0, height: 0 };
  return {
    say: (lines: readonly string[], problem: string | null): void => {
      const next = JSON.stringify([lines, problem]);
      if (next === text) {
        return;
      }
      text = next;
      element.replaceChildren(
        ...lines.map((line) => toLine(line, 'pointer-note-line')),
        ...(problem === null ? [] : [toLine(problem, 'pointer-note-problem')]),
      );
      if (element.childElementCount === 0) {
        element.remove();
        return;
      }
      document.body.append(element);
      size = { width: element.offsetWidth, height: element.offsetHeight };
    },
    follow: ({ clientX, clientY, pointerType }: PointerEvent): void => {
      const above = pointerType === 'touch' ? aboveFingerPx : aboveMousePx;
      const right = clientX + besidePx;
      const isRoomRight = right + size.width + marginPx <= innerWidth;
      const x = isRoomRight ? right : Math.max(marginPx, clientX - besidePx - size.width);
      const y = Math.max(marginPx, clientY - above - size.height);
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    },
    remove: (): void => element.remove(),
  };
}

function toLine(text: string, className: string): HTMLElement {
  const line = document.createElement('div');
  line.className = className;
  line.textContent = text;
  return line;
}
