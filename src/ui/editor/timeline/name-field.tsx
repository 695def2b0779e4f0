import { useEffect, useRef } from 'preact/hooks';

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
  useEffect(() => {
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
          const place = event.currentTarget.parentElement;
          end(event.key === 'Enter' ? event.currentTarget.value : null);
          // Who works by keys goes on with what was named, which stands here again by the next frame.
          requestAnimationFrame(() => place?.querySelector('button')?.focus({ preventScroll: true }));
        }
      }}
    />
  );
}
