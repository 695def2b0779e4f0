import { useEffect, useState } from 'preact/hooks';
import type { Field } from '#ui/kit/form/field.ts';
import { toRecord, type Json } from '#ui/app/json.ts';
import { readProposal, toText } from './edited-json.ts';
import { JsonField } from './json-field.tsx';

/** The proposal as JSON, for fields without a form. `onValid` is notified whether the text can be sent. */
export function ProposalText(props: {
  proposal: Json;
  /** The proposal's schema, which the views of a proposal rely on. */
  field: Field;
  onChange: (proposal: Json) => void;
  onValid: (isValid: boolean) => void;
}) {
  const { proposal, field, onChange, onValid } = props;
  const [text, setText] = useState(() => toText(proposal));
  useEffect(() => () => onValid(true), []);
  const take = (next: string): void => {
    setText(next);
    const read = readProposal(next, proposal, field);
    onValid(read.isValid);
    if (read.isValid && read.changed !== undefined) {
      onChange(toRecord(read.changed));
    }
  };
  return (
    <JsonField
      label="Proposal"
      hint="Edit the proposal before you approve it. Values that depend on your edits are computed again."
      text={text}
      edited={readProposal(text, proposal, field)}
      onInput={take}
    />
  );
}
