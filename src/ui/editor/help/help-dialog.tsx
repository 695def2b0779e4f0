import { useId } from 'preact/hooks';
import { Dialog } from '#ui/kit/parts/dialog.tsx';
import { getCommand } from '../commands/get-command.ts';
import { getKeys } from '../commands/get-keys.ts';
import { isApple, toKeyName } from '../commands/key-names.ts';
import { useEditor } from '../editor.ts';
import { helpPages } from './help-pages.ts';
import './help.css';
import { topicNames, type Topic } from './topics.ts';

const topics: readonly Topic[] = ['media', 'preview', 'timeline', 'properties', 'history', 'export'];

/** The help pages of all panels, with `topic` open. */
export function HelpDialog({ topic }: { topic: Topic }) {
  const { layout } = useEditor();
  const name = useId();
  const close = (): void => {
    layout.helpTopic.value = null;
  };
  return (
    <Dialog title="Help" isOpen onClose={close}>
      <fieldset class="help-topics">
        <legend class="hidden-text">Panel</legend>
        {topics.map((each) => (
          <label key={each}>
            <input
              autofocus={each === topic}
              type="radio"
              name={name}
              checked={each === topic}
              onChange={() => (layout.helpTopic.value = each)}
            />
            <span>{topicNames[each]}</span>
          </label>
        ))}
      </fieldset>
      <HelpPage topic={topic} />
      <Buttons close={close} />
    </Dialog>
  );
}

function Buttons({ close }: { close: () => void }) {
  const editor = useEditor();
  const run = (id: string): void => {
    close();
    getCommand(id).run(editor);
  };
  return (
    <div class="row">
      <button type="button" class="button button-primary" onClick={close}>
        Close
      </button>
      <button type="button" class="button button-quiet" onClick={() => run('tour')}>
        Take the tour
      </button>
      <button type="button" class="button button-quiet" onClick={() => run('keys')}>
        All keyboard shortcuts
      </button>
    </div>
  );
}

function HelpPage({ topic }: { topic: Topic }) {
  const { about, tips, commands } = helpPages[topic];
  return (
    <div class="stack help-page" aria-live="polite">
      <p>{about}</p>
      <ul>
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <dl class="help-keys">
        {commands.map((id) => (
          <CommandKeys key={id} id={id} />
        ))}
      </dl>
    </div>
  );
}

/** A command with its key, or with the menu that contains it. */
function CommandKeys({ id }: { id: string }) {
  const command = getCommand(id);
  const [key] = getKeys(command);
  return (
    <div>
      <dt>{command.label}</dt>
      <dd>
        {key === undefined ? (
          <span class="soft small">{command.group} menu</span>
        ) : (
          <kbd>{toKeyName(key, isApple())}</kbd>
        )}
      </dd>
    </div>
  );
}
