import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Item, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { announce } from '#ui/app/announce.ts';
import { useEditor } from '../editor.ts';
import './clip-table.css';
import { kindInWords, getTitle } from './clip-words.ts';
import { getClips, withGroups } from './clips.ts';
import { getRows } from './rows.ts';
import { formatTime, parseTime } from '../time-notation.ts';

/** The height of all rows in pixels. It is constant, so that rows outside the view need not be rendered. */
const rowPx = 36;
const rowsBeyond = 6;

type Entry = { readonly item: Item; readonly track: Track };

/** The clips as a table with editable times, which offers the content of the timeline without vision or dragging. */
export function ClipTable() {
  const { document } = useEditor();
  const scroller = useRef<HTMLDivElement>(null);
  const seen = useSignal({ first: 0, count: 20 });
  const all = getRows(document.value).flatMap(({ track }) => getClips(track).map((item): Entry => ({ item, track })));
  useEffect(() => {
    const element = scroller.current;
    const look = (): void => {
      if (element) {
        const first = Math.max(0, Math.floor(element.scrollTop / rowPx) - rowsBeyond);
        seen.value = { first, count: Math.ceil(element.clientHeight / rowPx) + 2 * rowsBeyond };
      }
    };
    look();
    element?.addEventListener('scroll', look, { passive: true });
    return () => element?.removeEventListener('scroll', look);
  }, []);
  const { first, count } = seen.value;
  const shown = all.slice(first, first + count);
  return (
    <div class="clip-table-scroller" ref={scroller}>
      <table class="clip-table" aria-label="Clips" aria-rowcount={all.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {['Clip', 'Type', 'Track', 'Start', 'End', 'Duration'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} />
          {shown.map((entry, index) => (
            <ClipRow key={entry.item.id} entry={entry} rowIndex={first + index + 2} />
          ))}
          <Spacer rows={all.length - first - shown.length} />
        </tbody>
      </table>
      {all.length === 0 && <p class="clip-table-empty soft">No clips yet. Add media, text or a shape.</p>}
    </div>
  );
}

/** A placeholder for rows that are not rendered. */
const Spacer = ({ rows }: { rows: number }) =>
  rows > 0 ? (
    <tr aria-hidden="true">
      <td colSpan={6} style={{ blockSize: `${rows * rowPx}px`, padding: 0 }} />
    </tr>
  ) : null;

function ClipRow({ entry: { item, track }, rowIndex }: { entry: Entry; rowIndex: number }) {
  const { selection, document } = useEditor();
  const isSelected = selection.value.includes(item.id);
  const title = getTitle(item);
  const isLocked = item.isLocked || track.isLocked;
  const times = [
    {
      name: 'Start',
      seconds: item.startSeconds,
      toEdit: (to: number): Edit => ({ type: 'move', itemId: item.id, startSeconds: to }),
    },
    {
      name: 'End',
      seconds: getEnd(item),
      toEdit: (to: number): Edit => ({ type: 'trim', itemId: item.id, edge: 'end', atSeconds: to }),
    },
    {
      name: 'Duration',
      seconds: item.durationSeconds,
      toEdit: (to: number): Edit => ({ type: 'trim', itemId: item.id, edge: 'end', atSeconds: item.startSeconds + to }),
    },
  ];
  return (
    <tr aria-rowindex={rowIndex} data-selected={isSelected || undefined} data-kind={item.type}>
      <th scope="row">
        <button
          type="button"
          class="link-button ellipsis"
          aria-pressed={isSelected}
          onClick={() => (selection.value = withGroups(document.peek(), [item.id]))}
        >
          {title}
        </button>
      </th>
      <td>{kindInWords(item.type)}</td>
      <td class="ellipsis">{track.name}</td>
      {times.map(({ name, seconds, toEdit }) => (
        <td key={name}>
          <TimeField label={`${name} of ${title}`} seconds={seconds} isLocked={isLocked} toEdit={toEdit} />
        </td>
      ))}
    </tr>
  );
}

/** An editable time; Enter or leaving the field applies it. */
function TimeField(props: { label: string; seconds: number; isLocked: boolean; toEdit: (seconds: number) => Edit }) {
  const editor = useEditor();
  const { frameRate } = editor.document.value;
  const shown = formatTime(props.seconds, frameRate);
  const input = useRef<HTMLInputElement>(null);
  // The field keeps its element when its time changes, so that it keeps the focus. In a later effect this would overwrite text
  // that is being typed.
  useLayoutEffect(() => {
    if (input.current) {
      input.current.value = shown;
    }
  }, [shown]);
  const take = (field: HTMLInputElement): void => {
    const change = field.value === shown ? null : parseTime(field.value, frameRate);
    const seconds = change && Math.max(0, change(props.seconds));
    if (seconds !== null && editor.apply([props.toEdit(seconds)], 'Set time')) {
      announce(`${props.label}: ${formatTime(seconds, frameRate)}.`);
    } else {
      field.value = shown;
    }
  };
  return (
    <input
      ref={input}
      class="input clip-time num"
      aria-label={props.label}
      defaultValue={shown}
      disabled={props.isLocked}
      inputMode="numeric"
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={({ currentTarget }) => take(currentTarget)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          take(event.currentTarget);
        } else if (event.key === 'Escape') {
          event.currentTarget.value = shown;
        }
      }}
    />
  );
}
