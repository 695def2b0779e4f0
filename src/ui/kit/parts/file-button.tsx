import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

type FileButtonProps = { label: ComponentChildren; name: string; accept: string; look?: string };

/** A button that opens the file picker. `name` is the accessible name of the file input. */
export const FileButton = ({ onFile, ...props }: FileButtonProps & { onFile: (file: File) => void }) => (
  <Button {...props} isMany={false} onFiles={([file]) => file && onFile(file)} />
);

/** Like `FileButton`, for several files at once. */
export const FilesButton = (props: FileButtonProps & { onFiles: (files: readonly File[]) => void }) => (
  <Button {...props} isMany />
);

function Button(props: FileButtonProps & { isMany: boolean; onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (): void => {
    const files = [...(input.current?.files ?? [])];
    if (input.current && files.length > 0) {
      props.onFiles(files);
      // Reset, so that selecting the same file again fires a change.
      input.current.value = '';
    }
  };
  return (
    <>
      <button type="button" class={`button ${props.look ?? ''}`} onClick={() => input.current?.click()}>
        {props.label}
      </button>
      <input
        ref={input}
        type="file"
        accept={props.accept}
        multiple={props.isMany}
        aria-label={props.name}
        hidden
        onChange={take}
      />
    </>
  );
}
