import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import '#ui/app/styles/forms.css';
import './review-frame.css';
import type { OffcutError } from '#client/offcut-error.ts';
import type { Field } from '#ui/kit/form/field.ts';
import { toProblems } from '#ui/kit/form/form-context.ts';
import { isWhole } from '#ui/kit/form/form.tsx';
import { readSchema } from '#ui/kit/form/read-schema.ts';
import { toRecord, type Json } from '#ui/app/json.ts';
import { findCall, readOpenApi, toRunPath } from '#ui/app/openapi-document.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { isPhone } from '#ui/kit/narrow.ts';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { Decisions } from './decisions.tsx';
import { dropDrafts, useDraft } from './draft.ts';
import { ProposalText } from './proposal-text.tsx';
import { useSaveKey } from './save-key.ts';
import { ReviewPart } from './review-part.tsx';
import { UndoRedo } from './undo-redo.tsx';

export type ReviewProps = { readonly job: JobView; readonly onReviewed: (job: JobView) => void };

/** The state that the frame passes to a recipe's own view of a proposal. */
export type FrameState = {
  /** The errors of a refused proposal, as sentences by path within the proposal: `cuts.0.endSeconds`. */
  readonly problems: ReadonlyMap<string, string>;
  /** The input of the run, as the user changed it for the next proposal. */
  readonly parameters: Json;
  readonly onParameters: (parameters: Json) => void;
  /** The other settings of the next proposal, for the side panel of the view. */
  readonly settings: ComponentChildren;
};

type FrameProps = ReviewProps & {
  /** The edited proposal, a new object after each change; the job's own object, or an equal one, without edits. */
  readonly proposal: Json;
  /** Receives the proposal after an edit in the table or in the JSON. */
  readonly onProposal: (proposal: Json) => void;
  /**
   * The input of the next proposal, if the recipe's own view edits some of it. This proposal already shows the effect of the
   * fields in `applied`.
   */
  readonly parameters?: {
    readonly value: Json;
    readonly onChange: (parameters: Json) => void;
    readonly applied: readonly string[];
  };
  /** The names of input fields that the view edits, so that the settings omit them. */
  readonly shown?: readonly string[];
  /** Null without a step to undo or redo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  /** The edits that Regenerate would discard, as a sentence. */
  readonly loss?: string | null;
  /** The recipe's own view of the proposal. Without one, the table comes first. */
  readonly view?: (state: FrameState) => ComponentChildren;
  /** The recipe's own table. A proposal with neither has the form of its schema. */
  readonly table?: (state: FrameState) => ComponentChildren;
};

/** A review: the proposal in the recipe's view, as a table and as JSON, the input of the next proposal, and the decisions. */
export function ReviewFrame(props: FrameProps) {
  const { loaded, again } = useLoad(() => readOpenApi(toRunPath(props.job.recipeId)));
  useEffect(() => dropDrafts(props.job, { onlyEarlier: true }), []);
  useSaveKey();
  return (
    <Reading loaded={loaded} again={again}>
      {(api) => <Frame {...props} api={api} />}
    </Reading>
  );
}

type Look = 'view' | 'table' | 'json';

function Frame(props: FrameProps & { api: Json }) {
  const { api, job, proposal, onProposal, onReviewed, view, table } = props;
  const fields = useFields(api, job.recipeId);
  const own = useDraft<Json>(job, 'parameters', () => job.input, toRecord);
  const parameters = props.parameters?.value ?? own.value;
  const onParameters = props.parameters?.onChange ?? own.change;
  const [error, setError] = useState<OffcutError | null>(null);
  const [isValid, setValid] = useState(true);
  const hasTable = table !== undefined || (view === undefined && isWhole(fields.proposal));
  const { look, looks, isNew, choose } = useLook(view !== undefined, hasTable);
  const common = { error, material: job.material ?? null };
  const field = view
    ? withoutFields(fields.input, [...(props.shown ?? []), ...getNames(fields.proposal)])
    : fields.input;
  const settings = <Parameters {...common} field={field} value={parameters} onChange={onParameters} />;
  const state: FrameState = { problems: toProblems(error, 'proposal'), parameters, onParameters, settings };
  const finish = (reviewed: JobView): void => {
    dropDrafts(job);
    onReviewed(reviewed);
  };
  const decisions = (
    <Decisions
      {...{ job, proposal, parameters, isValid }}
      applied={props.parameters?.applied ?? []}
      loss={props.loss ?? null}
      onError={setError}
      onReviewed={finish}
    />
  );
  // The view fits into a window, as the editor does. A form or the JSON can be much longer.
  const isAtTop = look === 'view' && !isPhone.value;
  return (
    <div class={isNew ? 'review review-new stack' : 'review stack'}>
      <div class="review-bar">
        <Segments label="Proposal view" isLabelHidden value={look} options={looks} onChoose={choose} />
        <UndoRedo undo={props.undo} redo={props.redo} />
        {isAtTop && decisions}
      </div>
      {look === 'view' && view?.(state)}
      {look === 'table' &&
        (table?.(state) ?? (
          <ReviewPart {...common} name="proposal" field={fields.proposal} value={proposal} onChange={onProposal} />
        ))}
      {look === 'json' && (
        <ProposalText proposal={proposal} field={fields.proposal} onChange={onProposal} onValid={setValid} />
      )}
      {look !== 'view' && settings}
      {!isAtTop && <div class="review-decisions">{decisions}</div>}
    </div>
  );
}

/** The input of the next proposal, collapsed. */
function Parameters(props: Omit<ComponentProps<typeof ReviewPart>, 'name'>) {
  return (
    <details>
      <summary>Change settings and regenerate</summary>
      <div class="more stack">
        <p class="field-hint">Regenerate creates a new proposal with these settings at no extra cost.</p>
        <ReviewPart {...props} name="parameters" />
      </div>
    </details>
  );
}

const getNames = ({ control }: Field): readonly string[] =>
  control.kind === 'object' ? control.fields.map(({ name }) => name) : [];

/** Returns the fields that the view does not edit: each value has one control. */
const withoutFields = (field: Field, names: readonly string[]): Field =>
  isWhole(field)
    ? {
        ...field,
        control: { ...field.control, fields: field.control.fields.filter(({ name }) => !names.includes(name)) },
      }
    : field;

/** The chosen look of the proposal. It is new until the user chooses one. */
function useLook(hasView: boolean, hasTable: boolean) {
  const looks: readonly { value: Look; label: string }[] = [
    ...(hasView ? [{ value: 'view' as const, label: 'Review' }] : []),
    ...(hasTable ? [{ value: 'table' as const, label: hasView ? 'List view' : 'Form' }] : []),
    { value: 'json' as const, label: 'JSON' },
  ];
  const [look, setLook] = useState<Look>(looks[0]?.value ?? 'json');
  const [isNew, setNew] = useState(true);
  const choose = (chosen: Look): void => {
    setLook(chosen);
    setNew(false);
  };
  return { look, looks, isNew, choose };
}

/** Returns the schema fields of a recipe's proposal and of its input. */
function useFields(api: Json, recipeId: string): { proposal: Field; input: Field } {
  return useMemo(() => {
    const schemas = findCall(api, toRunPath(recipeId));
    return { proposal: readSchema(api, schemas?.proposal), input: readSchema(api, schemas?.body) };
  }, [api, recipeId]);
}
