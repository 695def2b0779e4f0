import { computed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Message } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import type { Bound } from '../controls/bound.ts';
import { ChoiceField } from '../controls/choice-field.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { NumberField, SmallNumber } from '../controls/number-field.tsx';
import { LongTextField, TextField } from '../controls/text-field.tsx';
import { useThose } from '../subject.ts';
import { propertyEdits } from '../values/edits.ts';
import { inSeconds } from '../values/notation.ts';
import { isBubbles } from './is-bubbles.ts';
import { MessagePicture } from './message-picture.tsx';
import { moveMessage, removeMessage, setMessage } from './messages.ts';

/** Applies a change of the messages as one step of the history. */
export type ChangeMessages = (to: (messages: readonly Message[]) => Message[], label: string) => void;

const receipts = [
  { value: 'none', label: 'None' },
  { value: 'sent', label: 'Sent' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'read', label: 'Read' },
] as const;

type RowProps = {
  readonly id: string;
  /** The number of the message, starting with 1. */
  readonly number: number;
  readonly isLast: boolean;
  readonly change: ChangeMessages;
};

/** One message with its sender, time and text; a button unfolds the other fields. */
export function MessageRow(props: RowProps) {
  const { id, number } = props;
  const isOpen = useSignal(false);
  const what = `message ${number}`;
  const text = useMessage(
    id,
    ({ text: words }) => words,
    (value) => ({ text: value }),
  );
  const time = useMessage(
    id,
    ({ atSeconds }) => atSeconds,
    (value) => ({ atSeconds: value }),
  );
  return (
    <li class="message">
      <div class="message-head">
        <Sender id={id} number={number} />
        <SmallNumber label={`Time of ${what}`} short="At" bound={time} notation={inSeconds} />
        <RowButtons {...props} isOpen={isOpen.value} onOpen={() => (isOpen.value = !isOpen.value)} />
      </div>
      <LongTextField label={`Text of ${what}`} bound={text} rows={2} maxLength={documentLimits.messageLength} />
      {isOpen.value && <MoreFields id={id} />}
    </li>
  );
}

function RowButtons({
  id,
  number,
  isLast,
  change,
  isOpen,
  onOpen,
}: RowProps & { isOpen: boolean; onOpen: () => void }) {
  const what = `message ${number}`;
  return (
    <span class="message-buttons">
      <IconButton
        label={`Move ${what} up`}
        path="M3 7.5 6 4.5l3 3"
        isOff={number === 1}
        onClick={() => change((messages) => moveMessage(messages, id, -1), 'Move message')}
      />
      <IconButton
        label={`Move ${what} down`}
        path="M3 4.5 6 7.5l3-3"
        isOff={isLast}
        onClick={() => change((messages) => moveMessage(messages, id, 1), 'Move message')}
      />
      <IconButton
        label={`More options for ${what}`}
        path="M2.5 6h.01M6 6h.01M9.5 6h.01"
        isExpanded={isOpen}
        onClick={onOpen}
      />
      <IconButton
        label={`Delete ${what}`}
        path="M3 3l6 6M9 3l-6 6"
        onClick={() => change((messages) => removeMessage(messages, id), 'Delete message')}
      />
    </span>
  );
}

function Sender({ id, number }: { id: string; number: number }) {
  const from = useMessage(
    id,
    (message) => message.from,
    (value) => ({ from: value }),
  );
  return <ChoiceField label={`Sender of message ${number}`} isBare bound={from} options={senders} />;
}

const senders = [
  { value: 'me', label: 'Me' },
  { value: 'them', label: 'Them' },
] as const;

function MoreFields({ id }: { id: string }) {
  const typing = useMessage(
    id,
    ({ typingSeconds }) => typingSeconds,
    (value) => ({ typingSeconds: value }),
  );
  const reaction = useMessage(
    id,
    (message) => message.reaction ?? '',
    (value) => ({ reaction: value }),
  );
  const receipt = useMessage<NonNullable<Message['receipt']> | 'none'>(
    id,
    (message) => message.receipt ?? 'none',
    (value) => ({ receipt: value === 'none' ? null : value }),
  );
  return (
    <>
      <NumberField label="Typing" bound={typing} notation={inSeconds} initial={0} slider={{ least: 0, most: 4 }} />
      <TextField label="Reaction" bound={reaction} maxLength={32} placeholder="An emoji" />
      <ChoiceField label="Receipt" bound={receipt} options={receipts} />
      <MessagePicture id={id} />
    </>
  );
}

/** Returns a property of one message of the selected item; `read` and `toChanges` are taken from the first call. */
function useMessage<T>(
  id: string,
  read: (message: Message) => T,
  toChanges: (value: T) => Parameters<typeof setMessage>[2],
): Bound<T> {
  const { items, targets } = useThose(isBubbles);
  return useMemo(
    () => ({
      value: computed(() => read(items.value[0]?.messages.find((one) => one.id === id) ?? absent)),
      toEdits: (change) =>
        propertyEdits(targets(), ({ messages }) => {
          const message = messages.find((one) => one.id === id);
          return { messages: message ? setMessage(messages, id, toChanges(change(read(message)))) : [...messages] };
        }),
    }),
    [id, items],
  );
}

/** A placeholder for the moment in which a message is removed but its row is still rendered. */
const absent: Message = { id: '', from: 'me', text: '', atSeconds: 0, typingSeconds: 0 };
