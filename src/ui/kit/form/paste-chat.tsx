import { useId, useRef, useState } from 'preact/hooks';
import { documentLimits } from '#core/timeline/limits.ts';
import { toCount } from '#ui/kit/format.ts';
import './paste-chat.css';
import { guessMe, parseChat, toSaid, type Said } from './parse-chat.ts';

/** A button, and its dialog that replaces the messages with a chat that is pasted as text. */
export function PasteChat({ isEmpty, onPaste }: { isEmpty: boolean; onPaste: (said: readonly Said[]) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [me, setMe] = useState<string | null>(null);
  const id = useId();
  const chat = parseChat(text);
  const own = me !== null && chat.speakers.includes(me) ? me : guessMe(chat);
  const said = toSaid(chat, own).slice(0, documentLimits.messages);
  const verb = isEmpty ? 'Add' : 'Replace script';
  const take = (): void => {
    onPaste(said);
    setText('');
    dialog.current?.close();
  };
  return (
    <>
      <button type="button" class="button" onClick={() => dialog.current?.showModal()}>
        Paste chat
      </button>
      <dialog ref={dialog} class="dialog stack paste-chat" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>Paste chat</h2>
        <ChatText id={id} text={text} onText={setText} />
        {chat.speakers.length > 0 && <Me id={`${id}-me`} speakers={chat.speakers} me={own} onMe={setMe} />}
        <div class="row">
          <button type="button" class="button button-primary" disabled={said.length === 0} onClick={take}>
            {said.length === 0 ? verb : `${verb} ${isEmpty ? '' : 'with '}${toCount(said.length, 'message')}`}
          </button>
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </dialog>
    </>
  );
}

function ChatText({ id, text, onText }: { id: string; text: string; onText: (text: string) => void }) {
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Chat text
      </label>
      <textarea
        id={id}
        class="input"
        rows={8}
        aria-describedby={`${id}-hint`}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="field-hint">
        One message per line, such as "Anna: Is it ready?". A line without a name continues the previous message.
      </p>
    </div>
  );
}

function Me(props: { id: string; speakers: readonly string[]; me: string; onMe: (name: string) => void }) {
  const { id, speakers, me, onMe } = props;
  return (
    <div class="field">
      <label class="field-label" for={id}>
        My name in the chat
      </label>
      <select id={id} class="input" value={me} onChange={(event) => onMe(event.currentTarget.value)}>
        {[...new Set([...speakers, ''])].map((name) => (
          <option key={name} value={name}>
            {name === '' ? 'Nobody' : name}
          </option>
        ))}
      </select>
    </div>
  );
}
