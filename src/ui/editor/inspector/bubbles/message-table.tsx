import { useComputed } from '@preact/signals';
import { documentLimits } from '#core/timeline/limits.ts';
import { announce } from '#ui/app/announce.ts';
import { useEditor } from '../../editor.ts';
import { Section } from '../controls/section.tsx';
import { useThose } from '../subject.ts';
import { propertyEdits } from '../values/edits.ts';
import { isBubbles } from './is-bubbles.ts';
import { MessageRow, type ChangeMessages } from './message-row.tsx';
import { addMessage, inOrder } from './messages.ts';

/** The chat of the selected item, message by message in the order of their times. */
export function MessageTable() {
  const { apply } = useEditor();
  const { items, targets } = useThose(isBubbles);
  // One string, so that typing into a message does not re-render all of them.
  const order = useComputed(() =>
    inOrder(items.value[0]?.messages ?? [])
      .map(({ id }) => id)
      .join('\n'),
  );
  const ids = order.value === '' ? [] : order.value.split('\n');
  const change: ChangeMessages = (to, label) => {
    const edits = propertyEdits(targets(), ({ messages }) => ({ messages: to(messages) }));
    if (edits.length > 0) {
      apply(edits, label);
    }
  };
  const add = (): void => {
    change((messages) => addMessage(messages, 'New message'), 'Add message');
    announce('Message added');
  };
  return (
    <Section title="Messages" aside={<span class="soft num">{ids.length}</span>}>
      {ids.length === 0 && <p class="prop-note">No messages yet.</p>}
      <ol class="message-list">
        {ids.map((id, index) => (
          <MessageRow key={id} id={id} number={index + 1} isLast={index === ids.length - 1} change={change} />
        ))}
      </ol>
      <div class="prop-buttons">
        <button
          type="button"
          class="button button-small"
          disabled={ids.length >= documentLimits.messages}
          onClick={add}
        >
          Add message
        </button>
      </div>
    </Section>
  );
}
