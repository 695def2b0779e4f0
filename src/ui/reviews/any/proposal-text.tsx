import { useEffect, useState } from 'preact/hooks';
import type { Field } from '#ui/kit/form/field.ts';
import { toRecord, type Json } from '#ui/app/json.ts';
import { readProposal, toText } from './edited-json.ts';
import { JsonField } from './json-field.tsx';

/** The proposal as text, for what no form shows. `onValid` hears whether the text can be sent. */
export function ProposalText(props: {
  proposal: Json;
  /** What its schema asks for: views of a proposal rely on it. */
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
      hint="Change what you like before you approve it; what follows from it is computed anew."
      text={text}
      edited={readProposal(text, proposal, field)}
      onInput={take}
    />
  );
}
