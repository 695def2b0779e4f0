import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { frameAt } from '#core/timeline/frames.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { getHint } from '../commands/get-command.ts';
import { useEditor } from '../editor.ts';
import { formatTime, parseTime } from '../time-notation.ts';
import { seekTo } from './playhead.ts';

/** The time of the playhead with its frame; a click turns it into a field for another time. */
export function TimeField() {
  const editor = useEditor();
  const { transport, shown } = editor;
  const isWritten = useSignal(false);
  const isWrong = useSignal(false);
  const seconds = transport.seconds.value;
  const { frameRate } = shown.value;
  const end = (text: string | null): void => {
    const change = text === null ? null : parseTime(text, frameRate);
    const at = change && Math.max(0, change(seconds));
    if (text !== null && text.trim() !== '' && at === null) {
      isWrong.value = true;
      return;
    }
    [isWritten.value, isWrong.value] = [false, false];
    if (at !== null) {
      seekTo(editor, at);
    }
  };
  return isWritten.value ? (
    <TimeInput first={formatTime(seconds, frameRate)} isWrong={isWrong.value} end={end} />
  ) : (
    <button
      type="button"
      class="button button-quiet stage-time num"
      title={getHint('go-to')}
      data-go-to
      onClick={() => (isWritten.value = true)}
    >
      <span class="hidden-text">Time </span>
      {formatTime(seconds, frameRate)}
      <span class="soft stage-time-rest">
        {' '}
        / {formatTime(getDocumentSeconds(shown.value), frameRate)}
        {/* One string, because Preact sets the text of a number again at each render, which causes a layout. */}
        <span class="stage-time-frame">{` · frame ${frameAt(seconds, frameRate)}`}</span>
      </span>
    </button>
  );
}

type TimeInputProps = {
  readonly first: string;
  readonly isWrong: boolean;
  readonly end: (text: string | null) => void;
};

/** `end` receives the typed text, or null when the field loses the focus. */
function TimeInput({ first, isWrong, end }: TimeInputProps) {
  const { stage } = useEditor();
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(document.activeElement);
  // Before the first paint, because the time is typed right after its key.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  /** Keyboard users continue with the previous focus; after the render the button for the time exists again. */
  const goBack = (): void => {
    const button = stage.element.value?.querySelector<HTMLElement>('[data-go-to]');
    const last = before.current;
    (last instanceof HTMLElement && last.isConnected ? last : button)?.focus({ preventScroll: true });
  };
  return (
    <input
      class="input stage-time-input num"
      aria-label="Go to"
      aria-description="A time such as 1:02.5, timecode such as 00:01:02:15, frames such as 98f, or an offset such as +2 or -12f"
      aria-invalid={isWrong}
      placeholder="1:02.5, 98f, +2"
      defaultValue={first}
      ref={field}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          end(event.key === 'Enter' ? event.currentTarget.value : null);
          // Invalid text stays in the field.
          queueMicrotask(() => field.current ?? goBack());
        }
      }}
      onBlur={() => end(null)}
    />
  );
}
