import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import '../../styles/forms.css';
import type { ApiError } from '../../envelope.ts';
import type { Field } from '../../form/field.ts';
import { toProblems } from '../../form/form-context.ts';
import { Form, isWhole, withoutMaterials } from '../../form/form.tsx';
import { readSchema } from '../../form/read-schema.ts';
import { toRecord, type Json } from '../../json.ts';
import { findCall, readOpenApi } from '../../openapi-document.ts';
import { Reading } from '../../parts/page.tsx';
import { useLoad } from '../../use-load.ts';
import { Decisions } from './decisions.tsx';
import { readEdited, toText } from './edited-json.ts';
import { JsonField } from './json-field.tsx';
import { Previews } from './previews.tsx';

type ReviewProps = { readonly job: JobView; readonly onReviewed: (job: JobView) => void };

/** The review of any recipe: the previews, the proposal as a form of its schema, and the decisions. */
export function ProposalReview({ job, onReviewed }: ReviewProps) {
  const { loaded, again } = useLoad(() => readOpenApi());
  // Lists of jobs leave proposals out: the job has it once it is read by its id.
  return job.proposal === undefined ? (
    <div class="bone bone-row" aria-busy="true" />
  ) : (
    <Reading loaded={loaded} again={again}>
      {(api) => <Proposal api={api} job={job} onReviewed={onReviewed} />}
    </Reading>
  );
}

function Proposal({ api, job, onReviewed }: ReviewProps & { api: Json }) {
  const [proposal, setProposal] = useState<Json>(() => toRecord(job.proposal));
  const [parameters, setParameters] = useState<Json>(job.input);
  const [error, setError] = useState<ApiError | null>(null);
  const [isValid, setValid] = useState(true);
  const fields = useFields(api, job.recipeId);
  const [isText, setText] = useState(!isWhole(fields.proposal));
  const common = { error, material: job.material ?? null };
  return (
    <div class="stack">
      <Previews previews={job.previews ?? []} />
      {!isText && <Part {...common} name="proposal" field={fields.proposal} value={proposal} onChange={setProposal} />}
      <label class="check small">
        <input type="checkbox" checked={isText} onChange={(event) => setText(event.currentTarget.checked)} />
        <span>Show it as JSON</span>
      </label>
      {isText && <ProposalText proposal={proposal} onChange={setProposal} onValid={setValid} />}
      <details>
        <summary>Parameters of another proposal</summary>
        <div class="more stack">
          <p class="field-hint">Regenerate makes a new proposal from these, at no further cost.</p>
          <Part {...common} name="parameters" field={fields.input} value={parameters} onChange={setParameters} />
        </div>
      </details>
      <Decisions
        job={job}
        proposal={proposal}
        parameters={parameters}
        isValid={isValid}
        onError={setError}
        onReviewed={onReviewed}
      />
    </div>
  );
}

/** The fields of a recipe's proposal, and of its input. */
function useFields(api: Json, recipeId: string): { proposal: Field; input: Field } {
  return useMemo(() => {
    const schemas = findCall(api, `/v1/run/${recipeId}`);
    return { proposal: readSchema(api, schemas?.proposal), input: readSchema(api, schemas?.body) };
  }, [api, recipeId]);
}

/** A part of the body of a review as a form; what is wrong with it stands beside its fields. */
function Part(props: {
  name: 'proposal' | 'parameters';
  field: Field;
  value: Json;
  error: ApiError | null;
  material: string | null;
  onChange: (value: Json) => void;
}) {
  const { name, field, value, error, material, onChange } = props;
  return isWhole(field) ? (
    <Form
      // The materials of a run cannot change.
      field={withoutMaterials(field)}
      value={value}
      problems={toProblems(error, name)}
      material={material}
      onChange={onChange}
    />
  ) : null;
}

/** The proposal as text, for what no form shows. `onValid` hears whether the text can be sent. */
function ProposalText(props: {
  proposal: Json;
  onChange: (proposal: Json) => void;
  onValid: (isValid: boolean) => void;
}) {
  const { proposal, onChange, onValid } = props;
  const [text, setText] = useState(() => toText(proposal));
  useEffect(() => () => onValid(true), []);
  const take = (next: string): void => {
    setText(next);
    const read = readEdited(next, proposal);
    onValid(read.isValid);
    if (read.isValid && read.changed !== undefined) {
      onChange(toRecord(read.changed));
    }
  };
  return (
    <JsonField
      label="Proposal"
      hint="Change what you like before you approve it; what follows from it is computed anew."
      text={text}
      edited={readEdited(text, proposal)}
      onInput={take}
    />
  );
}
