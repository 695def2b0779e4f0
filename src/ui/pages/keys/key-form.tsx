import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { scopes, type Scope } from '#core/protocol/operation.ts';
import type { OperationTypes } from '#client/types.generated.ts';
import { call, type DataOf } from '#ui/app/client.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useLoad } from '#ui/kit/use-load.ts';

type Draft = {
  readonly name: string;
  readonly scopes: 'all' | 'some';
  readonly chosenScopes: readonly Scope[];
  readonly recipes: 'all' | 'some';
  readonly chosenRecipes: readonly string[];
  readonly cap: string;
};

type KeyBody = OperationTypes['createKey']['body'];

const firstDraft: Draft = {
  name: '',
  scopes: 'all',
  chosenScopes: scopes,
  recipes: 'all',
  chosenRecipes: [],
  cap: '',
};

/** The form for a new key: name, scopes, recipes and spend cap. */
export function KeyForm(props: { onMade: (key: DataOf<'createKey'>) => void; onCancel: () => void }) {
  const [draft, setDraft] = useState(firstDraft);
  // A second press must not create a second key, because only one would be shown.
  const { run, isBusy, error } = useAction();
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  return (
    <form
      class="card stack"
      aria-label="New key"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => props.onMade(await call('createKey', { body: toBody(draft) })));
      }}
    >
      <NameField draft={draft} onChange={change} />
      <ScopeChoice draft={draft} onChange={change} />
      <RecipeChoice draft={draft} onChange={change} />
      <CapField draft={draft} onChange={change} />
      {error && <Problem error={error} />}
      <div class="row">
        <button class="button button-primary" disabled={isBusy || !isComplete(draft)}>
          Create key
        </button>
        <button type="button" class="button button-quiet" onClick={props.onCancel}>
          Cancel
        </button>
        {!isComplete(draft) && <span class="soft small">Select at least one scope and one recipe.</span>}
      </div>
    </form>
  );
}

type ChoiceProps = { draft: Draft; onChange: (part: Partial<Draft>) => void };

function NameField({ draft, onChange }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  return (
    <label class="field">
      <span class="field-label">Name</span>
      <input
        ref={input}
        class="input"
        required
        maxLength={100}
        placeholder="Purpose of the key"
        value={draft.name}
        onInput={(event) => onChange({ name: event.currentTarget.value })}
      />
    </label>
  );
}

function CapField({ draft, onChange }: ChoiceProps) {
  return (
    <label class="field">
      <span class="field-label">Spend cap, in credits</span>
      <input
        class="input input-short num"
        type="number"
        min={0}
        step={1}
        placeholder="none"
        value={draft.cap}
        onInput={(event) => onChange({ cap: event.currentTarget.value })}
      />
    </label>
  );
}

function ScopeChoice({ draft, onChange }: ChoiceProps) {
  return (
    <>
      <Segments
        label="Scopes"
        value={draft.scopes}
        options={[
          { value: 'all', label: 'Preset "skills"' },
          { value: 'some', label: 'Only these' },
        ]}
        hint={draft.scopes === 'all' ? 'Agents need all scopes.' : undefined}
        onChoose={(next) => onChange({ scopes: next })}
      />
      {draft.scopes === 'some' && (
        <Checks
          label="Scopes"
          all={scopes}
          chosen={draft.chosenScopes}
          onChange={(chosenScopes) => onChange({ chosenScopes })}
        />
      )}
    </>
  );
}

function RecipeChoice({ draft, onChange }: ChoiceProps) {
  const { loaded } = useLoad((signal) => call('listRecipes', { signal }));
  return (
    <>
      <Segments
        label="Recipes"
        value={draft.recipes}
        options={[
          { value: 'all', label: 'All' },
          { value: 'some', label: 'Only these' },
        ]}
        onChoose={(next) => onChange({ recipes: next })}
      />
      {draft.recipes === 'some' && loaded.state === 'ready' && (
        <Checks
          label="Recipes"
          all={loaded.data.map(({ id }) => id)}
          chosen={draft.chosenRecipes}
          onChange={(chosenRecipes) => onChange({ chosenRecipes })}
        />
      )}
    </>
  );
}

function Checks<Value extends string>(props: {
  label: string;
  all: readonly Value[];
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
}) {
  const { all, chosen } = props;
  return (
    <fieldset class="checks">
      <legend class="hidden-text">{props.label}</legend>
      {all.map((value) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              props.onChange(all.filter((each) => (each === value ? isOn : chosen.includes(each))));
            }}
          />
          <code>{value}</code>
        </label>
      ))}
    </fieldset>
  );
}

const isComplete = (draft: Draft): boolean =>
  (draft.scopes === 'all' || draft.chosenScopes.length > 0) &&
  (draft.recipes === 'all' || draft.chosenRecipes.length > 0);

const toBody = (draft: Draft): KeyBody => ({
  name: draft.name,
  ...(draft.scopes === 'all' ? {} : { scopes: [...draft.chosenScopes] }),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ids are from the catalog that the API itself gave
  ...(draft.recipes === 'all' ? {} : { recipes: [...draft.chosenRecipes] as NonNullable<KeyBody['recipes']> }),
  ...(draft.cap === '' ? {} : { spendCapCredits: Number(draft.cap) }),
});
