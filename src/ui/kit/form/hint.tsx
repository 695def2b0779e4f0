/** The label of the control with `id`; nothing without a text. */
export function Label({ id, children }: { id: string; children: string }) {
  return children === '' ? null : (
    <label class="field-label" for={id}>
      {children}
    </label>
  );
}

/** The error of a field, else its hint. */
export function Hint({ id, hint, problem }: { id: string; hint: string; problem: string | undefined }) {
  const text = problem ?? hint;
  return text === '' ? null : (
    <p id={id} class={problem === undefined ? 'field-hint' : 'small bad'}>
      {text}
    </p>
  );
}
