import { useEditor } from '../editor.ts';
import { times } from '../timeline/times.ts';

/** The range between the in and out points, on the ruler of the timeline. Its text is in the transport bar. */
export function RangeBand() {
  const { startSeconds, endSeconds } = useEditor().transport.range.value ?? { startSeconds: 0, endSeconds: 0 };
  const length = endSeconds - startSeconds;
  return length > 0 ? (
    <div class="stage-range-band" aria-hidden="true" style={times({ '--at': startSeconds, '--length': length })} />
  ) : null;
}
