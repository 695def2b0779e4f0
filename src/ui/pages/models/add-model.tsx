import { useRef, useState } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';
import { call } from '#ui/app/client.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { toSize } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { models, refreshModels, type Model } from './models.ts';
import { toModelForm, type ModelDraft } from './model-draft.ts';

/** The form that adds an ONNX file as a model. */
export function AddModel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="stack" aria-labelledby="own">
      <div class="stack stack-tight">
        <h2 id="own">Your own model</h2>
        <p class="soft">
          Add an ONNX file of one of these families. It stays in this browser, and is tested before it is added.
        </p>
      </div>
      {isOpen ? (
        <ModelForm onEnd={() => setOpen(false)} />
      ) : (
        <div>
          <button type="button" class="button" onClick={() => setOpen(true)}>
            Use your own ONNX file
          </button>
        </div>
      )}
    </section>
  );
}

/** The first manifest model of each family, whose facts are the defaults of an added model. */
const listFamilies = (): readonly Model[] => {
  const known = models.value?.filter((model) => !model.added) ?? [];
  return known.filter((model, index) => known.findIndex((one) => one.family === model.family) === index);
};

function toDraft(family: Model): Pick<ModelDraft, 'task' | 'family' | 'subject' | 'width' | 'height'> {
  const [file] = family.files;
  return {
    task: family.task,
    family: family.family,
    subject: family.subject,
    width: String(file?.width ?? ''),
    height: String(file?.height ?? ''),
  };
}

function ModelForm({ onEnd }: { onEnd: () => void }) {
  const families = listFamilies();
  const [first] = families;
  const [file, setFile] = useState<File | null>(null);
  const [draft, setDraft] = useState<ModelDraft | null>(first ? { name: '', licence: '', ...toDraft(first) } : null);
  const { add, isBusy, error } = useAdding(onEnd);
  if (!draft) {
    return null;
  }
  const change = (part: Partial<ModelDraft>): void => setDraft({ ...draft, ...part });
  const take = (next: File): void => {
    setFile(next);
    change({ name: draft.name || next.name.replace(/\.onnx$/i, '') });
  };
  return (
    <form
      class="card stack"
      aria-label="Your own model"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) {
          add(draft, file);
        }
      }}
    >
      <FileField file={file} onFile={take} />
      <DraftFields draft={draft} families={families} onChange={change} />
      {error && <Problem error={error} />}
      {isBusy && <Progress label="Adding and testing the model" share={null} />}
      <div class="row">
        <button class="button button-primary" disabled={isBusy || !file}>
          {isBusy ? 'Testing model' : 'Add model'}
        </button>
        <button type="button" class="button button-quiet" disabled={isBusy} onClick={onEnd}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Sends the file to the API, which answers once the engine has loaded it. */
function useAdding(onEnd: () => void) {
  const [error, setError] = useState<OffcutError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async (draft: ModelDraft, file: File): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const { name } = await call('addModel', { form: toModelForm(draft, file, models.value ?? []) });
      announce(`${name} installed.`);
      await refreshModels();
      onEnd();
    } catch (thrown) {
      setError(toError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { add: (draft: ModelDraft, file: File) => void add(draft, file), isBusy, error };
}

function FileField({ file, onFile }: { file: File | null; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="field">
      <p class="field-label">File</p>
      <div class="row">
        <button type="button" class="button" onClick={() => input.current?.click()}>
          Choose a file
        </button>
        <span class="soft num grow ellipsis">{file ? `${file.name}, ${toSize(file.size)}` : 'ending in .onnx'}</span>
      </div>
      <input
        ref={input}
        type="file"
        accept=".onnx"
        aria-label="ONNX file"
        hidden
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) {
            onFile(chosen);
          }
        }}
      />
    </div>
  );
}

type FieldsProps = {
  draft: ModelDraft;
  families: readonly Model[];
  onChange: (part: Partial<ModelDraft>) => void;
};

function DraftFields({ draft, families, onChange }: FieldsProps) {
  return (
    <>
      <TextField label="Name" value={draft.name} isRequired onInput={(name) => onChange({ name })} />
      <label class="field">
        <span class="field-label">Family</span>
        <select
          class="input"
          value={draft.family}
          onChange={(event) => {
            const family = families.find((one) => one.family === event.currentTarget.value);
            onChange(family ? toDraft(family) : {});
          }}
        >
          {families.map((one) => (
            <option key={one.family} value={one.family}>
              {one.family}, as {one.name}
            </option>
          ))}
        </select>
        <span class="field-hint">Input is prepared as for this model.</span>
      </label>
      {draft.subject !== null && <MatteFields draft={draft} subject={draft.subject} onChange={onChange} />}
      <TextField
        label="License"
        value={draft.licence}
        hint="For your reference only."
        onInput={(licence) => onChange({ licence })}
      />
    </>
  );
}

type MatteFieldsProps = Pick<FieldsProps, 'draft' | 'onChange'> & { subject: 'person' | 'object' };

/** Fields of matting models only. */
function MatteFields({ draft, subject, onChange }: MatteFieldsProps) {
  return (
    <>
      <Segments
        label="Subject"
        value={subject}
        options={[
          { value: 'person', label: 'People' },
          { value: 'object', label: 'Objects' },
        ]}
        onChoose={(chosen) => onChange({ subject: chosen })}
      />
      <fieldset class="field">
        <legend class="field-label">Input size in pixels</legend>
        <div class="row">
          <SizeInput label="Width" value={draft.width} onInput={(width) => onChange({ width })} />
          <span class="soft">by</span>
          <SizeInput label="Height" value={draft.height} onInput={(height) => onChange({ height })} />
        </div>
      </fieldset>
    </>
  );
}

function TextField(props: {
  label: string;
  value: string;
  hint?: string;
  isRequired?: boolean;
  onInput: (value: string) => void;
}) {
  return (
    <label class="field">
      <span class="field-label">{props.label}</span>
      <input
        class="input"
        required={props.isRequired === true}
        maxLength={200}
        value={props.value}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      {props.hint !== undefined && <span class="field-hint">{props.hint}</span>}
    </label>
  );
}

function SizeInput(props: { label: string; value: string; onInput: (value: string) => void }) {
  return (
    <input
      class="input input-short num"
      type="number"
      required
      min={16}
      max={4096}
      step={1}
      aria-label={props.label}
      value={props.value}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
  );
}
