import { useEditor } from '../editor.ts';
import { times } from '../timeline/times.ts';

/** The time from the in point to the out point, on the ruler of the timeline. Its text is at the transport. */
export function RangeBand() {
  const { startSeconds, endSeconds } = useEditor().transport.range.value ?? { startSeconds: 0, endSeconds: 0 };
  const length = endSeconds - startSeconds;
  return length > 0 ? (
    <div class="stage-range-band" aria-hidden="true" style={times({ '--at': startSeconds, '--length': length })} />
  ) : null;
}
