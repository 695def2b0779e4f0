import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';
import { focusRendered } from '#ui/kit/focus-rendered.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import type { DraftPlayer } from '#ui/reviews/any/draft-player.ts';
import type { ReviewViewProps } from '#ui/reviews/any/review.tsx';
import { MessageRow } from './message-row.tsx';
import {
  addMessage,
  changeMessage,
  isFull,
  moveMessage,
  moveTime,
  removeMessage,
  getRest,
  type Script,
} from './script-edits.ts';

/** The messages of a script in order, with their content and times. */
export function ScriptRows(props: {
  script: Script;
  /** The images that messages may show. */
  pictures: readonly string[];
  player: DraftPlayer;
  problems: ReviewViewProps['problems'];
  onChange: (script: Script, gesture?: string) => void;
}) {
  const { script, pictures, player, problems, onChange } = props;
  const list = useRef<HTMLOListElement>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const { move, remove, add } = useRowEdits(script, list, onChange);
  const { messages } = script;
  return (
    <>
      <ol class="script-rows" ref={list} aria-label="Messages">
        {messages.map((message, index) => (
          <MessageRow
            key={index}
            message={message}
            pictures={pictures}
            index={index}
            count={messages.length}
            isFull={isFull(script)}
            dropEdge={getEdge(drop, index)}
            isDragged={drop?.from === index}
            problems={problems}
            onFocus={() => player.isPlaying.value || player.seek(getRest(script, index))}
            onChange={(change, gesture) => onChange(changeMessage(script, index, change), gesture)}
            onTime={(seconds) => onChange(moveTime(script, index, seconds))}
            onMove={(by) => move(index, index + by)}
            onDrag={(clientY) => setDrop({ from: index, to: rowAt(list.current, clientY) })}
            onDrop={(isTaken) => {
              setDrop(null);
              if (drop && isTaken) {
                move(drop.from, drop.to);
              }
            }}
            onAdd={() => add(index)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <AddMessage isFull={isFull(script)} onAdd={() => add(messages.length - 1)} />
    </>
  );
}

function AddMessage({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  return (
    <div>
      <button type="button" class="button" disabled={isFull} onClick={onAdd}>
        <Icon name="plus" />
        Add message
      </button>
    </div>
  );
}

/** The dragged row, and the row whose position it would get. */
type Drop = { readonly from: number; readonly to: number };

function getEdge(drop: Drop | null, index: number): 'above' | 'below' | null {
  if (drop?.to !== index || drop.from === drop.to) {
    return null;
  }
  return drop.to > drop.from ? 'below' : 'above';
}

/** Edits of whole rows. Each is announced to screen readers, and moves the focus to where the user continues. */
function useRowEdits(script: Script, list: RefObject<HTMLElement | null>, onChange: (script: Script) => void) {
  const { messages } = script;
  const focusOn = (selector: string, index: number): void => {
    focusRendered(() => list.current?.querySelectorAll<HTMLElement>(selector)[index]);
  };
  return {
    move: (from: number, to: number): void => {
      const moved = moveMessage(script, from, to);
      if (moved !== script) {
        onChange(moved);
        announce(`Message ${from + 1} is now message ${to + 1} of ${messages.length}`);
        focusOn('.message-grip', to);
      }
    },
    remove: (index: number): void => {
      onChange(removeMessage(script, index));
      announce(`Message ${index + 1} deleted`);
      focusOn('textarea', Math.min(index, messages.length - 2));
    },
    add: (index: number): void => {
      onChange(addMessage(script, index));
      focusOn('textarea', index + 1);
    },
  };
}

/** Returns the row at a vertical position in the window, or the nearest one. */
function rowAt(list: HTMLElement | null, clientY: number): number {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
  const at = rows.findIndex(({ bottom }) => clientY < bottom);
  return at < 0 ? rows.length - 1 : at;
}
