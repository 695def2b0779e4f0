import { useRef } from 'preact/hooks';

/** A button that opens the file picker. `name` is the accessible name of the file input. */
export function FileButton(props: {
  label: string;
  name: string;
  accept: string;
  look?: string;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const take = (): void => {
    const file = input.current?.files?.[0];
    if (input.current && file) {
      props.onFile(file);
      // So that choosing the same file again is a change.
      input.current.value = '';
    }
  };
  return (
    <>
      <button type="button" class={`button ${props.look ?? ''}`} onClick={() => input.current?.click()}>
        {props.label}
      </button>
      <input ref={input} type="file" accept={props.accept} aria-label={props.name} hidden onChange={take} />
    </>
  );
}
