import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusRendered } from '../../focus-rendered.ts';

/** A name that is being written: Enter or leaving the field takes it, Escape keeps the old one (null). */
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
  // Before it is painted: what is typed as soon as it is there is for it.
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
          // Else Enter would press the button that gets the focus meanwhile.
          event.preventDefault();
          const place = event.currentTarget.parentElement;
          end(event.key === 'Enter' ? event.currentTarget.value : null);
          // Who works by keys goes on with what was named, which stands here again.
          focusRendered(() => place?.querySelector('button'), { preventScroll: true });
        }
      }}
    />
  );
}
