import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusRendered } from '#ui/kit/focus-rendered.ts';

/** The field for a name: Enter or leaving the field applies it, Escape keeps the old one (null). */
export function NameField({
  label,
  value,
  onDone,
}: {
  label: string;
  value: string;
  onDone: (name: string | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const end = (name: string | null): void => {
    if (!isOver.current) {
      isOver.current = true;
      onDone(name?.trim() === '' ? null : name);
    }
  };
  // Before the first paint, so that text that is typed immediately reaches the field.
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  return (
    <input
      ref={input}
      class="input name-field"
      aria-label={label}
      defaultValue={value}
      maxLength={200}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.stopPropagation();
          // Otherwise Enter would press the button that receives the focus meanwhile.
          event.preventDefault();
          const place = event.currentTarget.parentElement;
          end(event.key === 'Enter' ? event.currentTarget.value : null);
          // Keyboard users continue with the renamed element, which is rendered here again.
          focusRendered(() => place?.querySelector('button'), { preventScroll: true });
        }
      }}
    />
  );
}
