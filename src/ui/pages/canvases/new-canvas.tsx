import { useState } from 'preact/hooks';
import { documentLimits } from '#core/timeline/limits.ts';
import { fromHere } from '#ui/app/navigation.ts';
import { Dialog } from '#ui/kit/parts/dialog.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import type { Size } from '#core/lib/size.ts';
import { makeEmptyCanvas } from './make-canvas.ts';

const presets: readonly (Size & { readonly name: string; readonly use: string })[] = [
  { name: 'Wide', use: 'YouTube, talks', width: 1920, height: 1080 },
  { name: 'Tall', use: 'Shorts, stories', width: 1080, height: 1920 },
  { name: 'Square', use: 'Feeds', width: 1080, height: 1080 },
  { name: 'Portrait', use: 'Feeds, 4:5', width: 1080, height: 1350 },
  { name: '4K', use: 'Wide, large', width: 3840, height: 2160 },
];
const rates = [24, 25, 30, 50, 60];

/** Creates an empty canvas of the selected size, and opens it. */
export function NewCanvas() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button button-primary" onClick={() => setOpen(true)}>
        New canvas
      </button>
      <Dialog title="New canvas" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Fields onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Fields({ onClose }: { onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [size, setSize] = useState<Size>({ width: 1920, height: 1080 });
  const [frameRate, setFrameRate] = useState(30);
  const { run, isBusy, error } = useAction();
  const make = async (): Promise<void> => {
    const goOn = fromHere();
    goOn({ page: 'canvas', canvasId: await makeEmptyCanvas(title.trim() || 'Untitled', size, frameRate) });
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run(make);
      }}
    >
      <label class="field">
        <span class="field-label">Title</span>
        <input
          class="input"
          placeholder="Untitled"
          maxLength={documentLimits.nameLength}
          value={title}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </label>
      <SizeField size={size} onChange={setSize} />
      <RateField rate={frameRate} onChange={setFrameRate} />
      {error && <Problem error={error} />}
      <div class="row">
        <button class="button button-primary" disabled={isBusy}>
          Create
        </button>
        <button type="button" class="button button-quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function SizeField({ size, onChange }: { size: Size; onChange: (size: Size) => void }) {
  return (
    <fieldset class="field">
      <legend class="field-label">Size</legend>
      <div class="size-presets">
        {presets.map(({ name, use, width, height }) => (
          <label key={name} class="size-preset">
            <input
              type="radio"
              name="size"
              checked={size.width === width && size.height === height}
              onChange={() => onChange({ width, height })}
            />
            <span class="size-shape">
              <span style={{ aspectRatio: `${width} / ${height}` }} />
            </span>
            <span class="size-name">{name}</span>
            <span class="soft small">{use}</span>
          </label>
        ))}
      </div>
      <div class="row num">
        <Side label="Width" value={size.width} onChange={(width) => onChange({ ...size, width })} />
        <span aria-hidden="true">×</span>
        <Side label="Height" value={size.height} onChange={(height) => onChange({ ...size, height })} />
        <span class="soft small">pixels</span>
      </div>
    </fieldset>
  );
}

function RateField({ rate, onChange }: { rate: number; onChange: (rate: number) => void }) {
  return (
    <label class="field">
      <span class="field-label">Frame rate</span>
      <select class="input input-short" value={rate} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {rates.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

function Side({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <input
      class="input input-short"
      type="number"
      aria-label={label}
      required
      min={16}
      max={documentLimits.side}
      value={value}
      onInput={(event) => {
        const { valueAsNumber } = event.currentTarget;
        if (Number.isFinite(valueAsNumber)) {
          onChange(Math.round(valueAsNumber));
        }
      }}
    />
  );
}
