import { useId } from 'preact/hooks';
import { documentLimits } from '#core/timeline/limits.ts';
import type { TimedMessage } from '../script.ts';
import { findMaterialName } from '#ui/pages/materials/materials.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import type { ReviewViewProps } from '#ui/reviews/any/review.tsx';
import { NumberInput } from '#ui/reviews/any/number-input.tsx';
import type { MessageChange } from './script-edits.ts';

type RowProps = {
  readonly message: TimedMessage;
  /** The images that the message may show. */
  readonly pictures: readonly string[];
  readonly index: number;
  readonly count: number;
  /** Whether the chat has reached its maximum number of messages. */
  readonly isFull: boolean;
  /** The edge of this row at which a dragged row would be inserted. */
  readonly dropEdge: 'above' | 'below' | null;
  readonly isDragged: boolean;
  readonly problems: ReviewViewProps['problems'];
  readonly onFocus: () => void;
  readonly onChange: (change: MessageChange, gesture?: string) => void;
  readonly onTime: (atSeconds: number) => void;
  readonly onMove: (by: number) => void;
  readonly onDrag: (clientY: number) => void;
  readonly onDrop: (isTaken: boolean) => void;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
};

/** A message of the script. Alt with an arrow key moves it while any of its fields has the focus. */
export function MessageRow(props: RowProps) {
  const { message, index, dropEdge, isDragged, problems, onMove } = props;
  const name = `Message ${index + 1}`;
  const own = [...problems].filter(([path]) => path.startsWith(`messages.${index}.`));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      onMove(event.key === 'ArrowUp' ? -1 : 1);
    }
  };
  return (
    <li>
      <div
        class={`message-row message-of-${message.from} ${isDragged ? 'message-dragged' : ''} ${dropEdge === null ? '' : `message-drop-${dropEdge}`}`}
        role="group"
        aria-label={name}
        onKeyDown={onKeyDown}
        onFocusCapture={props.onFocus}
      >
        <Grip {...props} />
        <From {...props} />
        <textarea
          class="input message-text"
          rows={Math.min(6, message.text.split('\n').length)}
          aria-label={`${name}, text`}
          placeholder={message.imageMaterial === undefined ? 'Message text' : 'A picture'}
          aria-invalid={own.some(([path]) => path.endsWith('.text'))}
          maxLength={documentLimits.messageLength}
          value={message.text}
          onInput={(event) => props.onChange({ text: event.currentTarget.value }, `text ${index}`)}
        />
        <Actions {...props} />
        <Details {...props} />
        <LengthHint text={message.text} />
        {own.map(([path, problem]) => (
          <p key={path} class="small bad message-problem">
            {problem}
          </p>
        ))}
      </div>
    </li>
  );
}

/** Shows the used share of a message's limit, from 80 % on. */
function LengthHint({ text }: { text: string }) {
  const { messageLength } = documentLimits;
  return text.length < 0.8 * messageLength ? null : (
    <p class="small message-problem">
      {text.length} of {messageLength} characters
    </p>
  );
}

function Grip({ index, count, onMove, onDrag, onDrop }: RowProps) {
  return (
    <button
      type="button"
      class="message-grip"
      aria-label={`Message ${index + 1} of ${count}: drag, or press up or down to move it`}
      title="Drag to move"
      onKeyDown={(event) => {
        if (!event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          event.preventDefault();
          onMove(event.key === 'ArrowUp' ? -1 : 1);
        }
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          onDrag(event.clientY);
        }
      }}
      onPointerUp={() => onDrop(true)}
      onPointerCancel={() => onDrop(false)}
    >
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01" />
      </svg>
    </button>
  );
}

function From({ message, index, onChange }: RowProps) {
  const isMe = message.from === 'me';
  return (
    <button
      type="button"
      class="button message-from"
      aria-label={`Message ${index + 1} is from ${isMe ? 'me' : 'them'}; switch`}
      title="Switch sender"
      onClick={() => onChange({ from: isMe ? 'them' : 'me' })}
    >
      {isMe ? 'Me' : 'Them'}
    </button>
  );
}

function Actions({ index, count, isFull, onMove, onAdd, onRemove }: RowProps) {
  const name = `message ${index + 1}`;
  const action = (label: string, icon: 'up' | 'down' | 'plus', isOff: boolean, act: () => void) => (
    <button
      type="button"
      class="button button-quiet button-icon message-action"
      aria-label={`${label} ${name}`}
      title={label}
      disabled={isOff}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="message-actions">
      {action('Move up', 'up', index === 0, () => onMove(-1))}
      {action('Move down', 'down', index === count - 1, () => onMove(1))}
      {action('Add message below', 'plus', isFull, onAdd)}
      <button
        type="button"
        class="button button-quiet button-icon message-action"
        aria-label={`Delete ${name}`}
        title="Delete"
        disabled={count === 1}
        onClick={onRemove}
      >
        ×
      </button>
    </div>
  );
}

const reactions = ['👍', '❤️', '😂', '😮', '😢', '🔥', '🎉'];

function Details({ message, pictures, index, onChange, onTime }: RowProps) {
  const id = useId();
  const name = `Message ${index + 1}`;
  return (
    <div class="message-details small">
      <span class="message-detail">
        <label for={`${id}-at`}>At</label>
        <NumberInput
          id={`${id}-at`}
          name={`${name}, at`}
          value={message.atSeconds}
          step={0.1}
          least={0}
          onCommit={onTime}
        />
        <span class="soft">s</span>
      </span>
      <span class="message-detail">
        <label for={`${id}-typing`}>Typing</label>
        <NumberInput
          id={`${id}-typing`}
          name={`${name}, typing`}
          value={message.typingSeconds}
          step={0.1}
          least={0}
          most={60}
          onCommit={(typingSeconds) => onChange({ typingSeconds })}
        />
        <span class="soft">s</span>
      </span>
      <Reaction id={id} name={name} index={index} message={message} onChange={onChange} />
      {message.from === 'me' && <Receipt id={id} name={name} message={message} onChange={onChange} />}
      {pictures.length > 0 && <Picture id={id} name={name} pictures={pictures} message={message} onChange={onChange} />}
    </div>
  );
}

type DetailProps = { id: string; name: string } & Pick<RowProps, 'message' | 'onChange'>;

function Reaction({ id, name, index, message, onChange }: DetailProps & { index: number }) {
  return (
    <span class="message-detail">
      <label for={`${id}-reaction`}>Reaction</label>
      <input
        id={`${id}-reaction`}
        class="input message-reaction"
        list={`${id}-reactions`}
        aria-label={`${name}, reaction`}
        value={message.reaction ?? ''}
        maxLength={32}
        autocomplete="off"
        onInput={(event) => onChange({ reaction: event.currentTarget.value }, `reaction ${index}`)}
      />
      <datalist id={`${id}-reactions`}>
        {reactions.map((reaction) => (
          <option key={reaction} value={reaction} />
        ))}
      </datalist>
    </span>
  );
}

function Receipt({ id, name, message, onChange }: DetailProps) {
  return (
    <span class="message-detail">
      <label for={`${id}-receipt`}>Receipt</label>
      <select
        id={`${id}-receipt`}
        class="input message-receipt"
        aria-label={`${name}, receipt`}
        value={message.receipt ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ receipt: value === 'sent' || value === 'delivered' || value === 'read' ? value : undefined })
        }
      >
        <option value="">None</option>
        <option value="sent">Sent</option>
        <option value="delivered">Delivered</option>
        <option value="read">Read</option>
      </select>
    </span>
  );
}

function Picture({ id, name, pictures, message, onChange }: DetailProps & Pick<RowProps, 'pictures'>) {
  return (
    <span class="message-detail">
      <label for={`${id}-picture`}>Image</label>
      <select
        id={`${id}-picture`}
        class="input message-picture"
        aria-label={`${name}, image`}
        value={message.imageMaterial ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ imageMaterial: value === '' ? undefined : value })}
      >
        <option value="">None</option>
        {pictures.map((picture) => (
          <option key={picture} value={picture}>
            {findMaterialName(picture) ?? picture}
          </option>
        ))}
      </select>
    </span>
  );
}
