import { keepFocus } from '../commands/keep-focus.ts';
import { useEditor } from '../editor.ts';
import { topicNames, type Topic } from './topics.ts';

/** Opens the help page of a panel. */
export function HelpButton({ topic }: { topic: Topic }) {
  const { layout } = useEditor();
  const label = `Help: ${topicNames[topic]}`;
  return (
    <button
      type="button"
      class="help-button"
      aria-label={label}
      title={label}
      onMouseDown={keepFocus}
      onClick={() => (layout.helpTopic.value = topic)}
    >
      ?
    </button>
  );
}
