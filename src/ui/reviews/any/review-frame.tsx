import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import '#ui/app/styles/forms.css';
import './review-frame.css';
import type { ApiError } from '#ui/app/envelope.ts';
import type { Field } from '#ui/kit/form/field.ts';
import { toProblems } from '#ui/kit/form/form-context.ts';
import { isWhole } from '#ui/kit/form/form.tsx';
import { readSchema } from '#ui/kit/form/read-schema.ts';
import { toRecord, type Json } from '#ui/app/json.ts';
import { findCall, readOpenApi, toRunPath } from '#ui/app/openapi-document.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { Decisions } from './decisions.tsx';
import { dropDrafts, useDraft } from './draft.ts';
import { ProposalText } from './proposal-text.tsx';
import { useSaveKey } from './save-key.ts';
import { ReviewPart } from './review-part.tsx';

export type ReviewProps = { readonly job: JobView; readonly onReviewed: (job: JobView) => void };

/** What a recipe's own look at a proposal is told by the frame. */
export type FrameState = {
  /** What was refused of the proposal, in sentences, by the path within it: `cuts.0.endSeconds`. */
  readonly problems: ReadonlyMap<string, string>;
  /** The input of the run, as it may be changed for another proposal. */
  readonly parameters: Json;
  readonly onParameters: (parameters: Json) => void;
};

type FrameProps = ReviewProps & {
  /** With every change; the job's own object, or one that is written alike, where there is none. */
  readonly proposal: Json;
  /** Takes the proposal that was edited as a table or as JSON. */
  readonly onProposal: (proposal: Json) => void;
  /** The parameters of another proposal, where the recipe's own look shows some of them: those that are `applied` already. */
  readonly parameters?: {
    readonly value: Json;
    readonly onChange: (parameters: Json) => void;
    readonly applied: readonly string[];
  };
  /** What Regenerate would not keep of the edits, in a sentence. */
  readonly loss?: string | null;
  /** The recipe's own look at the proposal; without one the table comes first. */
  readonly view?: (state: FrameState) => ComponentChildren;
  /** The recipe's own table; without one it is the form of the proposal's schema. */
  readonly table?: (state: FrameState) => ComponentChildren;
};

/** A review: the proposal as the recipe shows it, as a table and as JSON, the parameters of another one, and the decisions. */
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
  const [error, setError] = useState<ApiError | null>(null);
  const [isValid, setValid] = useState(true);
  const looks = getLooks(view !== undefined, table !== undefined || isWhole(fields.proposal));
  const [look, setLook] = useState<Look>(looks[0]?.value ?? 'json');
  const [isNew, setNew] = useState(true);
  const choose = (chosen: Look): void => {
    setLook(chosen);
    setNew(false);
  };
  const state: FrameState = { problems: toProblems(error, 'proposal'), parameters, onParameters };
  const common = { error, material: job.material ?? null };
  const finish = (reviewed: JobView): void => {
    dropDrafts(job);
    onReviewed(reviewed);
  };
  return (
    <div class={isNew ? 'review review-new stack' : 'review stack'}>
      <Segments label="Show the proposal" isLabelHidden value={look} options={looks} onChoose={choose} />
      {look === 'view' && view?.(state)}
      {look === 'table' &&
        (table?.(state) ?? (
          <ReviewPart {...common} name="proposal" field={fields.proposal} value={proposal} onChange={onProposal} />
        ))}
      {look === 'json' && (
        <ProposalText proposal={proposal} field={fields.proposal} onChange={onProposal} onValid={setValid} />
      )}
      <Parameters {...common} field={fields.input} value={parameters} onChange={onParameters} />
      <div class="review-decisions">
        <Decisions
          {...{ job, proposal, parameters, isValid }}
          applied={props.parameters?.applied ?? []}
          loss={props.loss ?? null}
          onError={setError}
          onReviewed={finish}
        />
      </div>
    </div>
  );
}

/** What another proposal would be made from, folded. */
function Parameters(props: Omit<ComponentProps<typeof ReviewPart>, 'name'>) {
  return (
    <details>
      <summary>Parameters of another proposal</summary>
      <div class="more stack">
        <p class="field-hint">Regenerate makes a new proposal from these, at no further cost.</p>
        <ReviewPart {...props} name="parameters" />
      </div>
    </details>
  );
}

const getLooks = (hasView: boolean, hasTable: boolean): readonly { value: Look; label: string }[] => [
  ...(hasView ? [{ value: 'view' as const, label: 'Review' }] : []),
  ...(hasTable ? [{ value: 'table' as const, label: hasView ? 'As a table' : 'Form' }] : []),
  { value: 'json' as const, label: 'JSON' },
];

/** The fields of a recipe's proposal, and of its input. */
function useFields(api: Json, recipeId: string): { proposal: Field; input: Field } {
  return useMemo(() => {
    const schemas = findCall(api, toRunPath(recipeId));
    return { proposal: readSchema(api, schemas?.proposal), input: readSchema(api, schemas?.body) };
  }, [api, recipeId]);
}
