import { useId, useRef, useState } from 'preact/hooks';
import type { Backdrop } from './compose.ts';

const fixed: readonly { name: string; look: string; backdrop: Backdrop }[] = [
  { name: 'Checkerboard', look: 'swatch-checks', backdrop: { kind: 'checkerboard' } },
  { name: 'Black', look: 'swatch-black', backdrop: { kind: 'color', color: '#000000' } },
  { name: 'White', look: 'swatch-white', backdrop: { kind: 'color', color: '#ffffff' } },
  { name: 'Green', look: 'swatch-green', backdrop: { kind: 'color', color: '#00b140' } },
];

/** The selector of the backdrop behind the cutout, for this view only: the file does not change. */
export function Backdrops(props: { backdrop: Backdrop; isDisabled: boolean; onChange: (backdrop: Backdrop) => void }) {
  const name = useId();
  return (
    <fieldset class="row swatches" disabled={props.isDisabled}>
      <legend class="hidden-text">Backdrop</legend>
      {fixed.map(({ name: label, look, backdrop }) => (
        <label key={label} class="swatch" title={label}>
          <input
            type="radio"
            name={name}
            checked={isSame(backdrop, props.backdrop)}
            aria-label={label}
            onChange={() => props.onChange(backdrop)}
          />
          <span class={look} />
        </label>
      ))}
      <OwnColor backdrop={props.backdrop} onChange={props.onChange} />
      <OwnPicture isChosen={props.backdrop.kind === 'picture'} onChange={props.onChange} />
    </fieldset>
  );
}

function OwnColor({ backdrop, onChange }: { backdrop: Backdrop; onChange: (backdrop: Backdrop) => void }) {
  const [color, setColor] = useState('#3b6ea5');
  const isChosen = backdrop.kind === 'color' && !fixed.some((each) => isSame(each.backdrop, backdrop));
  const choose = (next: string): void => {
    setColor(next);
    onChange({ kind: 'color', color: next });
  };
  return (
    <label class={isChosen ? 'swatch swatch-chosen' : 'swatch'} title="Custom color">
      <input
        type="color"
        value={color}
        aria-label="Custom color"
        onClick={() => choose(color)}
        onInput={(event) => choose(event.currentTarget.value)}
      />
    </label>
  );
}

function OwnPicture({ isChosen, onChange }: { isChosen: boolean; onChange: (backdrop: Backdrop) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const take = async (): Promise<void> => {
    const file = input.current?.files?.[0];
    if (file) {
      try {
        onChange({ kind: 'picture', picture: await createImageBitmap(file) });
        setUnreadable(false);
      } catch {
        setUnreadable(true);
      }
    }
  };
  return (
    <>
      <button
        type="button"
        class={isChosen ? 'button swatch-picture swatch-chosen' : 'button swatch-picture'}
        onClick={() => input.current?.click()}
      >
        {isUnreadable ? 'Not an image' : 'Image'}
      </button>
      <input ref={input} type="file" accept="image/*" aria-label="Image file" hidden onChange={() => void take()} />
    </>
  );
}

const isSame = (a: Backdrop, b: Backdrop): boolean =>
  a.kind === b.kind && (a.kind !== 'color' || (b.kind === 'color' && a.color === b.color));
