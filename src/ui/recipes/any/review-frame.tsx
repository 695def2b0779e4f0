import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import '../../styles/forms.css';
import './review-frame.css';
import type { ApiError } from '../../envelope.ts';
import type { Field } from '../../form/field.ts';
import { toProblems } from '../../form/form-context.ts';
import { isWhole } from '../../form/form.tsx';
import { readSchema } from '../../form/read-schema.ts';
import { toRecord, type Json } from '../../json.ts';
import { findCall, readOpenApi } from '../../openapi-document.ts';
import { Reading } from '../../parts/page.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useLoad } from '../../use-load.ts';
import { Decisions } from './decisions.tsx';
import { dropDrafts, useDraft } from './draft.ts';
import { ProposalText } from './proposal-text.tsx';
import { ReviewPart } from './review-part.tsx';

/** What is wrong with a proposal that was refused, in sentences, by the path within it: `cuts.0.endSeconds`. */
export type ProposalProblems = ReadonlyMap<string, string>;

export type ReviewProps = { readonly job: JobView; readonly onReviewed: (job: JobView) => void };

type FrameProps = ReviewProps & {
  /** With every change; the job's own object, or one that is written alike, where there is none. */
  readonly proposal: Json;
  /** Takes the proposal that was edited as a table or as JSON. */
  readonly onProposal: (proposal: Json) => void;
  /** What another proposal is asked for with, besides the parameters that were changed in the form. */
  readonly parameters?: Json;
  /** The recipe's own look at the proposal, and its name; without one the table comes first. */
  readonly view?: { readonly name: string; readonly show: (problems: ProposalProblems) => ComponentChildren };
  /** The recipe's own table; without one it is the form of the proposal's schema. */
  readonly table?: (problems: ProposalProblems) => ComponentChildren;
};

/** A review: the proposal as the recipe shows it, as a table and as JSON, the parameters of another one, and the decisions. */
export function ReviewFrame(props: FrameProps) {
  const { loaded, again } = useLoad(() => readOpenApi());
  useEffect(() => dropDrafts(props.job, { onlyEarlier: true }), []);
  return (
    <Reading loaded={loaded} again={again}>
      {(api) => <Frame {...props} api={api} />}
    </Reading>
  );
}

type Look = 'view' | 'table' | 'json';

function Frame(props: FrameProps & { api: Json }) {
  const { api, job, proposal, onProposal, view, table } = props;
  const fields = useFields(api, job.recipeId);
  const parameters = useDraft<Json>(job, 'parameters', () => job.input, toRecord);
  const [error, setError] = useState<ApiError | null>(null);
  const [isValid, setValid] = useState(true);
  const hasTable = table !== undefined || isWhole(fields.proposal);
  const [look, setLook] = useState<Look>(view ? 'view' : hasTable ? 'table' : 'json');
  const problems = toProblems(error, 'proposal');
  const common = { error, material: job.material ?? null };
  return (
    <div class="stack review">
      <Segments
        label="Show the proposal"
        isLabelHidden
        value={look}
        options={looksOf(view?.name, hasTable)}
        onChoose={setLook}
      />
      {look === 'view' && view?.show(problems)}
      {look === 'table' &&
        (table?.(problems) ?? (
          <ReviewPart {...common} name="proposal" field={fields.proposal} value={proposal} onChange={onProposal} />
        ))}
      {look === 'json' && <ProposalText proposal={proposal} onChange={onProposal} onValid={setValid} />}
      <details>
        <summary>Parameters of another proposal</summary>
        <div class="more stack">
          <p class="field-hint">Regenerate makes a new proposal from these, at no further cost.</p>
          <ReviewPart
            {...common}
            name="parameters"
            field={fields.input}
            value={parameters.value}
            onChange={(next) => parameters.change(next)}
          />
        </div>
      </details>
      <div class="review-decisions">
        <Decisions
          job={job}
          proposal={proposal}
          parameters={{ ...parameters.value, ...props.parameters }}
          isValid={isValid}
          onError={setError}
          onReviewed={(reviewed) => {
            dropDrafts(job);
            props.onReviewed(reviewed);
          }}
        />
      </div>
    </div>
  );
}

const looksOf = (name: string | undefined, hasTable: boolean) => [
  ...(name === undefined ? [] : [{ value: 'view' as const, label: name }]),
  ...(hasTable ? [{ value: 'table' as const, label: 'Table' }] : []),
  { value: 'json' as const, label: 'JSON' },
];

/** The fields of a recipe's proposal, and of its input. */
function useFields(api: Json, recipeId: string): { proposal: Field; input: Field } {
  return useMemo(() => {
    const schemas = findCall(api, `/v1/run/${recipeId}`);
    return { proposal: readSchema(api, schemas?.proposal), input: readSchema(api, schemas?.body) };
  }, [api, recipeId]);
}
