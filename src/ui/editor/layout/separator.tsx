import { useDrag } from '#ui/kit/drag.ts';
import { useEditor } from '../editor.ts';
import { clampSize, paneLimits, sizeByKey, type PaneSizes } from './pane-sizes.ts';

type Grip = { readonly frame: HTMLElement | null; readonly size: number; latest: number };

/** The line between two panes, which the pointer or keys move; the style sheet reads the sizes from the frame. */
export function Separator({ name, label }: { name: keyof PaneSizes; label: string }) {
  const { layout } = useEditor();
  const size = layout.sizes.value[name];
  const isHorizontal = name === 'timeline';
  // Written directly to the DOM, so that a drag re-renders nothing.
  const show = ({ frame }: Grip, px: number): void => frame?.style.setProperty(`--${name}`, `${px}px`);
  const startDrag = useDrag<Grip>({
    move: (by, _, grip) => {
      const moved = isHorizontal ? by.y : by.x;
      grip.latest = clampSize(name, grip.size + (name === 'left' ? moved : -moved));
      show(grip, grip.latest);
    },
    end: (isDone, grip) => (isDone ? layout.resize({ [name]: grip.latest }) : show(grip, grip.size)),
  });
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
      onPointerDown={(event) => startDrag(event, { frame: event.currentTarget.parentElement, size, latest: size })}
    />
  );
}
