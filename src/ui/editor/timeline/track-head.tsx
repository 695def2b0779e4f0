import { useComputed } from '@preact/signals';
import type { Track } from '#core/timeline/document.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import { keepFocus } from '../commands/keep-focus.ts';
import { useEditor, type Editor } from '../editor.ts';
import { getMainTrack } from './magnet.ts';
import { NameField } from './name-field.tsx';
import { hasSound, toggleSolo } from './solo.ts';
import { TimelineIcon } from './timeline-icon.tsx';

/** The name of a track and the controls for the whole track. */
export function TrackHead({ track }: { track: Track }) {
  const editor = useEditor();
  const { view, selection } = editor;
  const select = (): void => {
    selection.value = [track.id];
  };
  return (
    <div class="track-head" role="group" aria-label={`Track ${track.name}`}>
      <span class="track-grip" data-grip={track.id} aria-hidden="true">
        <TimelineIcon name="grip" />
      </span>
      {view.renaming.value === track.id ? (
        <NameField label="Track name" value={track.name} onDone={(name) => rename(editor, track, name)} />
      ) : (
        <button
          type="button"
          class="track-name ellipsis"
          title={track.name}
          onClick={select}
          onDblClick={() => (view.renaming.value = track.id)}
        >
          {track.name}
        </button>
      )}
      <MainMark trackId={track.id} />
      <Toggles track={track} />
    </div>
  );
}

/** Marks the main track while the magnetic mode is on. */
function MainMark({ trackId }: { trackId: string }) {
  const editor = useEditor();
  const isMain = useComputed(() => getMainTrack(editor)?.id === trackId).value;
  return isMain ? (
    <span class="track-main" role="img" aria-label="Main track" title="Main track: its clips close up">
      <TimelineIcon name="magnet" />
    </span>
  ) : null;
}

function rename(editor: Editor, track: Track, name: string | null): void {
  editor.view.renaming.value = null;
  if (name !== null && name !== track.name) {
    editor.apply([{ type: 'set-track', trackId: track.id, name }], 'Rename track');
  }
}

type SetTrack = (changes: { isHidden?: boolean; isMuted?: boolean; isLocked?: boolean }, label: string) => void;

function Toggles({ track }: { track: Track }) {
  const editor = useEditor();
  const { view } = editor;
  const { id: trackId, name, kind, isHidden, isLocked } = track;
  const set: SetTrack = (changes, label) => {
    editor.apply([{ type: 'set-track', trackId, ...changes }], label);
  };
  const openMenu = (button: HTMLElement): void => {
    const { left, bottom } = button.getBoundingClientRect();
    editor.selection.value = [trackId];
    view.menu.value = { x: left, y: bottom + 4, kind: 'track', atSeconds: editor.transport.seconds.peek(), trackId };
  };
  return (
    <span class="track-buttons">
      {kind === 'visual' && (
        <HeadButton
          label={`Hide ${name}`}
          isOn={isHidden}
          onClick={() => set({ isHidden: !isHidden }, isHidden ? 'Show track' : 'Hide track')}
        >
          <TimelineIcon name={isHidden ? 'hidden' : 'seen'} />
        </HeadButton>
      )}
      {hasSound(track) && <SoundToggles track={track} set={set} />}
      <HeadButton
        label={`Lock ${name}`}
        isOn={isLocked}
        onClick={() => set({ isLocked: !isLocked }, isLocked ? 'Unlock track' : 'Lock track')}
      >
        <TimelineIcon name={isLocked ? 'locked' : 'open'} />
      </HeadButton>
      <button
        type="button"
        class="head-button"
        aria-label={`More options for ${name}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => openMenu(currentTarget)}
      >
        <TimelineIcon name="more" />
      </button>
    </span>
  );
}

function SoundToggles({ track, set }: { track: Track; set: SetTrack }) {
  const editor = useEditor();
  const { id, name, isMuted } = track;
  return (
    <>
      <HeadButton
        label={`Mute ${name}`}
        isOn={isMuted}
        onClick={() => set({ isMuted: !isMuted }, isMuted ? 'Unmute track' : 'Mute track')}
      >
        <Icon name={isMuted ? 'muted' : 'sound'} />
      </HeadButton>
      <HeadButton
        label={`Solo ${name}`}
        isOn={editor.view.soloIds.value.has(id)}
        onClick={() => toggleSolo(editor, id)}
      >
        <TimelineIcon name="solo" />
      </HeadButton>
    </>
  );
}

function HeadButton(props: { label: string; isOn: boolean; onClick: () => void; children: preact.ComponentChildren }) {
  return (
    <button
      type="button"
      class="head-button"
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.isOn}
      onMouseDown={keepFocus}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}
