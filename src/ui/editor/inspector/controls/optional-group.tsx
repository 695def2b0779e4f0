import type { ComponentChildren } from 'preact';
import type { Bound } from './bound.ts';
import { CheckField } from './check-field.tsx';

/** Properties that are visible while a checkbox is checked. */
export function OptionalGroup(props: { label: string; bound: Bound<boolean>; children: ComponentChildren }) {
  return (
    <div class="prop-group" role="group" aria-label={props.label}>
      <CheckField label={props.label} bound={props.bound} />
      {props.bound.value.value === true && props.children}
    </div>
  );
}
