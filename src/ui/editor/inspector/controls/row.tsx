import type { ComponentChildren, VNode } from 'preact';
import type { AnimatedName } from '#core/timeline/properties.ts';
import { KeyframeButtons } from '../keyframes/keyframe-buttons.tsx';

/** One line of the inspector: its label, its control and its keyframe buttons, with its problem below. */
export function Row(props: {
  label: ComponentChildren;
  name: string;
  keys?: readonly AnimatedName[] | undefined;
  /** Whether the control is below its label with the full width, like a line with keyframes. */
  isStacked?: boolean;
  look?: string;
  problem?: string | null;
  problemId?: string;
  /** Buttons below the problem that solve it. */
  remedies?: readonly VNode[];
  children: ComponentChildren;
}) {
  return (
    <div class={props.keys || props.isStacked === true ? 'prop prop-stacked' : `prop ${props.look ?? ''}`}>
      {props.label}
      <div class="prop-control">{props.children}</div>
      {props.keys && <KeyframeButtons names={props.keys} label={props.name} />}
      {typeof props.problem === 'string' && (
        <p class="prop-problem" role="alert" id={props.problemId}>
          {props.problem}
        </p>
      )}
      {props.remedies !== undefined && props.remedies.length > 0 && <div class="prop-remedies">{props.remedies}</div>}
    </div>
  );
}
