import { useRef } from 'preact/hooks';

/** A button that opens the file picker. `name` is what the file is, for readers and tests. */
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
      // The same file may be chosen again.
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
