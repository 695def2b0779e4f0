import { useComputed } from '@preact/signals';
import './inspector.css';
import type { Item } from '#core/timeline/document.ts';
import { isVisual, trackOf } from '#core/timeline/schedule.ts';
import { useEditor } from '../editor.ts';
import { ClipActions } from '../in-place/clip-actions.tsx';
import { AddSection } from './adding/add-section.tsx';
import { BubbleSections } from './bubbles/bubble-sections.tsx';
import { LaneSection } from './keyframes/lane-section.tsx';
import { CanvasPanel } from './panels/canvas-panel.tsx';
import { FadeSection } from './panels/fade-section.tsx';
import { ItemSection, LockField } from './panels/item-section.tsx';
import { CropSection, LookSection } from './panels/look-section.tsx';
import { PlaceSection } from './panels/place-section.tsx';
import { ShapeSection } from './panels/shape-section.tsx';
import { isAudible, SoundSection } from './panels/sound-section.tsx';
import { SpeedSection } from './panels/speed-section.tsx';
import { TrackPanel } from './panels/track-panel.tsx';
import { SubjectProvider, useNewSubject, useSubject } from './subject.ts';
import { TextSections } from './text/text-sections.tsx';

/** The properties of what is selected: items, a track, or with nothing selected the canvas. */
export function Inspector() {
  const subject = useNewSubject(useEditor());
  return (
    <aside class="editor-inspector inspector" aria-label="Properties">
      <SubjectProvider value={subject}>
        <Panel />
      </SubjectProvider>
    </aside>
  );
}

function Panel() {
  const { shown, selection } = useEditor();
  const { items } = useSubject();
  // What the panel is made of; each control follows its own value.
  const outline = useComputed(() => items.value.map(({ id, type }) => `${type} ${id}`).join('\n'));
  const track = useComputed(() => trackOf(shown.value, selection.value.length === 1 ? (selection.value[0] ?? '') : ''));
  if (outline.value !== '') {
    return <ItemsPanel key={outline.value} />;
  }
  if (track.value) {
    return (
      <>
        <h2 class="inspector-title">{track.value.name}</h2>
        <TrackPanel key={track.value.id} track={track.value} />
      </>
    );
  }
  return (
    <>
      <h2 class="inspector-title">Canvas</h2>
      <AddSection />
      <CanvasPanel />
    </>
  );
}

function ItemsPanel() {
  const { items } = useSubject();
  const { shown } = useEditor();
  const title = useComputed(() => titleOf(items.value));
  const lock = useComputed(() =>
    lockOf(
      items.value,
      shown.value.tracks.filter(({ isLocked }) => isLocked).flatMap((track) => track.items),
    ),
  );
  return (
    <>
      <h2 class="inspector-title">{title.value}</h2>
      {lock.value !== null && (
        <div class="inspector-lock">
          <p class="prop-note">{lock.value}</p>
          {items.value.some(({ isLocked }) => isLocked) && <LockField />}
        </div>
      )}
      <fieldset class="inspector-items" disabled={lock.value !== null}>
        <legend class="hidden-text">Properties of {title.value}</legend>
        <Sections />
      </fieldset>
    </>
  );
}

/** The sections of which each selected item has all properties. */
function Sections() {
  const { items } = useSubject();
  const every = (isOne: (item: Item) => boolean): boolean => items.peek().every(isOne);
  const type = items.peek()[0]?.type;
  const one = every((item) => item.type === type) ? type : undefined;
  return (
    <>
      {one === 'text' && <TextSections />}
      {one === 'bubbles' && <BubbleSections />}
      {one === 'shape' && <ShapeSection />}
      {one === 'video' && items.peek().length === 1 && <ClipSections />}
      {every(isVisual) && <PlaceSection />}
      {every(isVisual) && <LookSection />}
      {every(({ type: kind }) => kind === 'video' || kind === 'picture') && <CropSection />}
      {every(isAudible) && <SoundSection />}
      {every(isAudible) && <SpeedSection />}
      <FadeSection />
      <ItemSection />
      {items.peek().length === 1 && <LaneSection />}
    </>
  );
}

function ClipSections() {
  const { items } = useSubject();
  const [item] = items.value;
  return item?.type === 'video' ? <ClipActions item={item} /> : null;
}

const kindNames: Readonly<Record<Item['type'], string>> = {
  video: 'Video',
  picture: 'Picture',
  text: 'Text',
  bubbles: 'Bubbles',
  shape: 'Shape',
  sound: 'Sound',
};

function titleOf(items: readonly Item[]): string {
  const [first, ...others] = items;
  if (!first || others.length > 0) {
    return `${items.length} items`;
  }
  return first.name === '' ? kindNames[first.type] : first.name;
}

/** Why the items cannot be changed; null where they can. */
function lockOf(items: readonly Item[], onLockedTracks: readonly Item[]): string | null {
  if (items.some((item) => onLockedTracks.includes(item))) {
    return 'The track is locked: unlock it at its head in the timeline to change this.';
  }
  const locked = items.filter(({ isLocked }) => isLocked).length;
  return locked === 0
    ? null
    : `${locked === 1 ? 'This is' : `${locked} of these are`} locked: take the lock away to change it.`;
}
