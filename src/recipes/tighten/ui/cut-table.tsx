import { useState } from 'preact/hooks';
import './tighten.css';
import { toPercent, toTimecode } from '#ui/kit/format.ts';
import { Pager, rowsPerPage } from '#ui/kit/form/rows.tsx';
import { toggle, type ReviewSession } from './review-session.ts';
import { moveEdge, setTimes, type Edge, type ShownCut } from './cut-draft.ts';
import { isPassing } from './cut-filter.ts';
import { CutSummary } from './cut-summary.tsx';
import { toSeconds } from './cut-words.ts';

/** The cuts as a table in pages. */
export function CutTable({ session, problems }: { session: ReviewSession; problems: ReadonlyMap<string, string> }) {
  const [page, setPage] = useState(0);
  const rows = session.shown
    .map((cut, index) => ({ cut, index }))
    .filter(({ cut }) => isPassing(session.filter.value, cut));
  const first = Math.min(page, Math.max(0, Math.ceil(rows.length / rowsPerPage) - 1)) * rowsPerPage;
  return (
    <div class="stack">
      <CutSummary session={session} />
      {/* The keyboard must be able to reach a scrollable region. */}
      <div class="table-frame" tabIndex={0} role="group" aria-label="Cuts">
        <table class="table num">
          <thead>
            <tr>
              {['Cut', 'From', 'To', 'Length', 'Reason', 'Sure'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col">
                <span class="hidden-text">Play</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(first, first + rowsPerPage).map(({ cut, index }) => (
              <Row key={cut.id} session={session} cut={cut} index={index} problems={problems} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > rowsPerPage && <Pager first={first} count={rows.length} onPage={(to) => setPage(to)} />}
    </div>
  );
}

function Row(props: { session: ReviewSession; cut: ShownCut; index: number; problems: ReadonlyMap<string, string> }) {
  const { session, cut, index, problems } = props;
  const problem = ['', '.startSeconds', '.endSeconds'].flatMap((end) => problems.get(`cuts.${index}${end}`) ?? []);
  return (
    <tr>
      <th scope="row">
        <label class="check">
          <input
            type="checkbox"
            checked={cut.isAccepted && !cut.isLeftWhole}
            disabled={cut.isLeftWhole}
            aria-label={`Cut ${index + 1}, at ${toTimecode(cut.startSeconds)}`}
            onChange={() => toggle(session, cut)}
          />
          <span>{index + 1}</span>
        </label>
      </th>
      <td>
        <Time {...{ session, cut, index }} edge="startSeconds" />
      </td>
      <td>
        <Time {...{ session, cut, index }} edge="endSeconds" />
      </td>
      <td>{cut.isLeftWhole ? 'kept in full' : toSeconds(cut.endSeconds - cut.startSeconds)}</td>
      <td>{cut.kind}</td>
      <td>{toPercent(cut.confidence)}</td>
      <td>{problem.length > 0 && <span class="small bad">{problem.join('; ')}</span>}</td>
    </tr>
  );
}

/** A time in seconds. It is moved to the nearest allowed frame when it is committed. */
function Time({ session, cut, index, edge }: { session: ReviewSession; cut: ShownCut; index: number; edge: Edge }) {
  const { shown, rules, draft } = session;
  return (
    <input
      class="input input-short"
      type="number"
      min={0}
      max={rules.clipSeconds}
      step="any"
      disabled={cut.isLeftWhole}
      value={Number(cut[edge].toFixed(3))}
      aria-label={`${edge === 'startSeconds' ? 'From' : 'To'}, cut ${index + 1}, in seconds`}
      onChange={({ currentTarget }) => {
        const wanted = currentTarget.valueAsNumber;
        // An emptied field keeps its time, which may be between two frames.
        const range = Number.isFinite(wanted) ? moveEdge(shown, cut.id, edge, wanted, rules) : cut;
        if (range[edge] !== cut[edge]) {
          draft.change(setTimes(draft.value, cut.id, range));
        }
        currentTarget.value = String(Number(range[edge].toFixed(3)));
      }}
    />
  );
}
