import { useRef } from 'preact/hooks';
import { useEditor } from '../editor.ts';
import { clampSize, paneLimits, sizeByKey, type PaneSizes } from './pane-sizes.ts';

/** The line between two panes, which the pointer or keys move; the style sheet reads the sizes from the frame. */
export function Separator({ name, label }: { name: keyof PaneSizes; label: string }) {
  const { layout } = useEditor();
  const drag = useRef<{ readonly from: number; readonly size: number; latest: number } | null>(null);
  const size = layout.sizes.value[name];
  const isHorizontal = name === 'timeline';
  const move = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    const { current } = drag;
    if (current) {
      const moved = (isHorizontal ? event.clientY : event.clientX) - current.from;
      current.latest = clampSize(name, current.size + (name === 'left' ? moved : -moved));
      // Written directly to the DOM, so that a drag re-renders nothing.
      event.currentTarget.parentElement?.style.setProperty(`--${name}`, `${current.latest}px`);
    }
  };
  const drop = (): void => {
    if (drag.current) {
      layout.resize({ [name]: drag.current.latest });
    }
    drag.current = null;
  };
  return (
    <div
      class={`editor-separator editor-separator-${name}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isHorizontal ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={paneLimits[name].least}
      aria-valuemax={paneLimits[name].most}
      onKeyDown={(event) => {
        const next = sizeByKey(name, size, event.key, event.shiftKey);
        if (next !== null) {
          event.preventDefault();
          layout.resize({ [name]: next });
        }
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: isHorizontal ? event.clientY : event.clientX, size, latest: size };
      }}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={drop}
    />
  );
}
