import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { createKeybindingsHandler } from 'tinykeys';
import './source.css';
import { toTimecode } from '#ui/kit/format.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import { getCommand, getHint } from '../commands/get-command.ts';
import { isForCommands } from '../commands/is-for-commands.ts';
import { useEditor } from '../editor.ts';
import type { Placeable } from '../materials/placeable.ts';
import { createPlayer, type SourcePlayer } from './source-player.ts';
import { SourceTrack } from './source-track.tsx';
import { getMarks, openSource, putMarks, setMark } from './source-state.ts';

/**
 * The source monitor: plays a file before it is added, and sets its in and out points. It covers the preview until the user
 * continues on the timeline.
 */
export function SourceMonitor({ source }: { source: Placeable }) {
  const editor = useEditor();
  const element = useRef<HTMLElement>(null);
  const player = useMemo(() => createPlayer(source), [source]);
  useClosing();
  useEffect(() => () => player.stop(), [player]);
  // Before the first paint, so that the first key after opening reaches it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current?.focus();
    return () => before instanceof HTMLElement && element.current?.contains(document.activeElement) && before.focus();
  }, []);
  const insert = getCommand('insert-source');
  const onKeyDown = useKeys(player, source);
  return (
    <section
      class="source-monitor"
      aria-label={`Source: ${source.name}`}
      tabIndex={-1}
      ref={element}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          openSource.value = null;
        } else if (isForCommands(event)) {
          onKeyDown(event);
        }
      }}
    >
      <header class="source-head">
        <h2 class="ellipsis">{source.name}</h2>
        <button type="button" class="button button-quiet" onClick={() => (openSource.value = null)}>
          Close
        </button>
      </header>
      <Picture source={source} player={player} />
      {source.kind !== 'picture' && <SourceTrack source={source} player={player} />}
      <div class="source-bar" role="group" aria-label="Source">
        {source.kind !== 'picture' && <Controls source={source} player={player} />}
        <button
          type="button"
          class="button button-primary source-insert"
          title={getHint('insert-source')}
          onClick={() => insert.run(editor)}
        >
          Add to timeline
        </button>
      </div>
    </section>
  );
}

/** Closes the monitor when the user plays, moves the playhead or selects something else. */
function useClosing(): void {
  const { transport, selection } = useEditor();
  const before = useMemo(() => {
    transport.pause();
    return { seeks: transport.seeks.peek(), selection: selection.peek() };
  }, []);
  useSignalEffect(() => {
    const isUsed = transport.seeks.value !== before.seeks || selection.value !== before.selection;
    if (isUsed || transport.isPlaying.value) {
      openSource.value = null;
    }
  });
  useEffect(() => () => void (openSource.value = null), []);
}

/** Returns a handler that applies the keys of playback and of in and out points to the file instead of the canvas. */
function useKeys(player: SourcePlayer, source: Placeable): (event: KeyboardEvent) => void {
  return useMemo(() => {
    const frame = 1 / (source.frameRate ?? 30);
    const step = (bySeconds: number) => (): void => player.seek(player.seconds.peek() + bySeconds);
    const actions: Readonly<Record<string, () => void>> = {
      play: player.toggle,
      stop: player.pause,
      'play-on': player.play,
      'frame-back': step(-frame),
      'frame-on': step(frame),
      'second-back': step(-1),
      'second-on': step(1),
      'to-start': () => player.seek(0),
      'to-end': () => player.seek(Infinity),
      'mark-in': () => setMark(source, 'in', player.seconds.peek()),
      'mark-out': () => setMark(source, 'out', player.seconds.peek()),
      'clear-marks': () => putMarks(source, null),
      'go-to-in': () => player.seek(getMarks(source)?.startSeconds ?? 0),
      'go-to-out': () => player.seek(getMarks(source)?.endSeconds ?? Infinity),
    };
    const bindings = Object.entries(actions).flatMap(([id, act]) =>
      getCommand(id).keys.map((key): [string, (event: KeyboardEvent) => void] => [
        key,
        (event) => {
          event.preventDefault();
          act();
        },
      ]),
    );
    return createKeybindingsHandler(Object.fromEntries(bindings));
  }, [player, source]);
}

/** The video, the image, or an icon for audio. */
function Picture({ source: { kind, file, name }, player }: { source: Placeable; player: SourcePlayer }) {
  const isUnreadable = useSignal(false);
  const fail = (): void => void (isUnreadable.value = true);
  if (kind === 'picture') {
    return (
      <div class="source-picture">
        <img src={file.url} alt={name} />
      </div>
    );
  }
  return (
    <div class="source-picture" onClick={player.toggle}>
      {isUnreadable.value && (
        <p class="soft">This browser cannot play the file here. You can still set in and out points and add it.</p>
      )}
      {kind === 'sound' ? (
        <>
          <Icon name="sound" />
          <audio src={file.url} preload="auto" ref={player.attach} onError={fail} />
        </>
      ) : (
        <video
          src={file.url}
          playsInline
          preload="auto"
          ref={player.attach}
          onError={fail}
          hidden={isUnreadable.value}
        />
      )}
    </div>
  );
}

function Controls({ source, player }: { source: Placeable; player: SourcePlayer }) {
  const isPlaying = player.isPlaying.value;
  const name = isPlaying ? 'Pause source' : 'Play source';
  return (
    <>
      <button
        type="button"
        class="button button-quiet button-icon"
        aria-label={name}
        title={getHint('play', name)}
        onClick={player.toggle}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <Time source={source} player={player} />
      <button
        type="button"
        class="button"
        title={getHint('mark-in')}
        onClick={() => setMark(source, 'in', player.seconds.peek())}
      >
        Set in
      </button>
      <button
        type="button"
        class="button"
        title={getHint('mark-out')}
        onClick={() => setMark(source, 'out', player.seconds.peek())}
      >
        Set out
      </button>
      {getMarks(source) && (
        <button
          type="button"
          class="link-button small"
          title={getHint('clear-marks')}
          onClick={() => putMarks(source, null)}
        >
          Clear
        </button>
      )}
    </>
  );
}

/** The time in the file, and the duration of the marked part or of the file. */
function Time({ source, player }: { source: Placeable; player: SourcePlayer }) {
  const span = getMarks(source);
  return (
    <span class="num small source-time">
      {toTimecode(player.seconds.value)}{' '}
      <span class="soft">
        {span
          ? `· ${toTimecode(span.endSeconds - span.startSeconds)} marked`
          : `/ ${toTimecode(source.durationSeconds ?? 0)}`}
      </span>
    </span>
  );
}
