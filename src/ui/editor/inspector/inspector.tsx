import { useComputed, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import './inspector.css';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { isAudible, isVisual, getTrack } from '#core/timeline/schedule.ts';
import { useEditor } from '../editor.ts';
import { getCommand } from '../commands/get-command.ts';
import { isTourDone } from '../help/tour-done.ts';
import { HelpButton } from '../help/help-button.tsx';
import { ClipActions } from '../in-place/clip-actions.tsx';
import { getChosenId } from '../transitions/chosen.ts';
import { TransitionFields, TransitionSection } from '../transitions/transition-section.tsx';
import { BubbleSections } from './bubbles/bubble-sections.tsx';
import { useProperty, type Bound } from './controls/bound.ts';
import { LaneSection } from './keyframes/lane-section.tsx';
import { CanvasPanel } from './panels/canvas-panel.tsx';
import { FadeSection } from './panels/fade-section.tsx';
import { ItemSection } from './panels/item-section.tsx';
import { CropSection, LookSection } from './panels/look-section.tsx';
import { PlaceSection } from './panels/place-section.tsx';
import { ShapeSection } from './panels/shape-section.tsx';
import { SoundSection } from './panels/sound-section.tsx';
import { SpeedSection } from './panels/speed-section.tsx';
import { TrackPanel } from './panels/track-panel.tsx';
import { findSelected, SubjectProvider, useNewSubject, useSubject } from './subject.ts';
import { TextSections } from './text/text-sections.tsx';
import { mixed } from './values/mixed.ts';
import { useGesture } from './controls/gesture.ts';

/** The properties of the selected items or track; without a selection those of the canvas. */
export function Inspector() {
  const subject = useNewSubject(useEditor());
  const pane = useRef<HTMLElement>(null);
  // The kinds of sections in the panel: while they stay the same, each control follows its own value, also from item to item.
  const outline = useComputed(() => getOutline(subject.items.value));
  // Another kind of item has other properties, which are shown from the top.
  useSignalEffect(() => {
    void outline.value;
    pane.current?.scrollTo({ top: 0 });
  });
  return (
    <aside ref={pane} class="editor-inspector inspector" aria-label="Properties">
      <SubjectProvider value={subject}>
        <Panel outline={outline} />
      </SubjectProvider>
    </aside>
  );
}

function Panel({ outline }: { outline: ReadonlySignal<string> }) {
  const editor = useEditor();
  const { shown, selection } = editor;
  const isTransition = useComputed(() => getChosenId(editor) !== null);
  const track = useComputed(() =>
    getTrack(shown.value, selection.value.length === 1 ? (selection.value[0] ?? '') : ''),
  );
  if (isTransition.value && outline.value !== '') {
    return <TransitionPanel />;
  }
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
      <div class="inspector-head">
        <h2 class="inspector-title">Canvas</h2>
        <HelpButton topic="properties" />
      </div>
      <TourOffer />
      <CanvasPanel />
    </>
  );
}

/** Offers the tour of the editor until it was taken or skipped. */
function TourOffer() {
  const editor = useEditor();
  // Reading the step renders this again when the tour ends.
  return editor.layout.tourStep.value !== null || isTourDone() ? null : (
    <p class="inspector-tour">
      New here?{' '}
      <button type="button" class="link-button" onClick={() => getCommand('tour').run(editor)}>
        Take the tour
      </button>
    </p>
  );
}

/** The properties of the selected transition. */
function TransitionPanel() {
  const { items } = useSubject();
  const { shown } = useEditor();
  const lock = useComputed(() => getLock(items.value, shown.value));
  return (
    <>
      <h2 class="inspector-title">Transition to {items.value[0]?.name}</h2>
      {lock.value !== null && <p class="inspector-lock">{lock.value}</p>}
      <fieldset class="inspector-items" disabled={lock.value !== null}>
        <legend class="hidden-text">Transition</legend>
        <div class="prop-section">
          <div class="prop-body transition-panel">
            <TransitionFields />
          </div>
        </div>
      </fieldset>
    </>
  );
}

/** Returns the kinds of the items, and whether there is more than one item. */
const getOutline = (items: readonly Item[]): string =>
  [...new Set(items.map(({ type }) => type)), ...(items.length > 1 ? ['several'] : [])].join(' ');

function ItemsPanel() {
  const { items } = useSubject();
  const { shown } = useEditor();
  const lock = useComputed(() => getLock(items.value, shown.value));
  return (
    <>
      <ItemsHead isLocked={lock.value !== null} />
      {lock.value !== null && <p class="inspector-lock">{lock.value}</p>}
      <fieldset class="inspector-items" disabled={lock.value !== null}>
        <legend class="hidden-text">Properties</legend>
        {/* Sections are added one by one, and Chromium rebuilds every box in a fieldset when a child is added. */}
        <div>
          <Sections />
        </div>
      </fieldset>
    </>
  );
}

/** The name of the selection, with buttons that hide and lock it. */
function ItemsHead({ isLocked }: { isLocked: boolean }) {
  const subject = useSubject();
  const title = useComputed(() => getTitle(subject.items.value));
  // Audio items cannot be hidden.
  const canHide = useComputed(() => subject.items.value.some(isVisual));
  const hidden = useProperty(
    subject,
    (item) => item.isHidden,
    (_, value) => ({ isHidden: value }),
  );
  // An edit that sets only this property, because other edits of a locked item are refused.
  const locked = useProperty(
    subject,
    (item) => item.isLocked,
    (_, value) => ({ isLocked: value }),
  );
  return (
    <div class="inspector-head">
      <h2 class="inspector-title">{title.value}</h2>
      {canHide.value && (
        <ToggleButton
          label="Hide"
          path={hidden.value.value === false ? eye : closedEye}
          bound={hidden}
          isOff={isLocked}
        />
      )}
      <ToggleButton label="Lock" path={locked.value.value === false ? openLock : closedLock} bound={locked} />
      <HelpButton topic="properties" />
    </div>
  );
}

const eye =
  'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z';
const closedEye = 'M1.5 7S4 11 8 11s6.5-4 6.5-4M4 9.8 3 11.5M8 11v2M12 9.8l1 1.7';
const openLock = 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 4.9-.7';
const closedLock = 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5';

/** The sections whose properties all selected items have. */
function Sections() {
  const { items } = useSubject();
  const every = (isOne: (item: Item) => boolean): boolean => items.peek().every(isOne);
  const type = items.peek()[0]?.type;
  const one = every((item) => item.type === type) ? type : undefined;
  const sections = [
    one === 'text' && TextSections,
    one === 'bubbles' && BubbleSections,
    one === 'shape' && ShapeSection,
    one === 'video' && items.peek().length === 1 && ClipSections,
    every(isVisual) && PlaceSection,
    every(isVisual) && LookSection,
    every(({ type: kind }) => kind === 'video' || kind === 'picture') && CropSection,
    every(isAudible) && SoundSection,
    every(isAudible) && SpeedSection,
    FadeSection,
    every(isVisual) && TransitionSection,
    ItemSection,
    items.peek().length === 1 && LaneSection,
  ].filter((section) => section !== false);
  const count = useGrowing(sections.length);
  return (
    <>
      {sections.slice(0, count).map((Section, index) => (
        <Section key={index} />
      ))}
    </>
  );
}

/**
 * Returns the number of sections to render: two at once, and one more in each frame. All of them together would take several
 * frames, in which a drag may start.
 */
function useGrowing(whole: number): number {
  const [count, setCount] = useState(2);
  useEffect(() => {
    const frame = count < whole ? requestAnimationFrame(() => setCount(count + 1)) : 0;
    return () => cancelAnimationFrame(frame);
  }, [count, whole]);
  return count;
}

function ClipSections() {
  const { document, selection } = useEditor();
  // The item of the document, so that gestures do not re-render sections that they cannot change.
  const item = useComputed(() => findSelected(document.value, selection.value)[0]).value;
  return item?.type === 'video' ? <ClipActions item={item} /> : null;
}

const kindNames: Readonly<Record<Item['type'], string>> = {
  video: 'Video',
  picture: 'Image',
  text: 'Text',
  bubbles: 'Bubbles',
  shape: 'Shape',
  sound: 'Audio',
};

function getTitle(items: readonly Item[]): string {
  const [first, ...others] = items;
  if (!first || others.length > 0) {
    return `${items.length} items`;
  }
  return first.name === '' ? kindNames[first.type] : first.name;
}

/** Explains why the items cannot be edited; null if they can. */
function getLock(items: readonly Item[], { tracks }: TimelineDocument): string | null {
  const onLocked = tracks.filter(({ isLocked }) => isLocked).flatMap((track) => track.items);
  if (items.some((item) => onLocked.includes(item))) {
    return 'The track is locked. Unlock it in the timeline to edit this.';
  }
  const locked = items.filter(({ isLocked }) => isLocked).length;
  return locked === 0
    ? null
    : `${locked === 1 ? 'This item is' : `${locked} of these items are`} locked. Unlock to edit.`;
}

/** A small toggle button. It keeps the focus while it is disabled. */
function ToggleButton(props: { label: string; path: string; bound: Bound<boolean>; isOff?: boolean }) {
  const { label, path, bound, isOff = false } = props;
  const gesture = useGesture(label);
  const { value } = bound.value;
  return (
    <button
      type="button"
      class={value === false ? 'key' : 'key key-on'}
      aria-label={label}
      title={label}
      aria-pressed={value === mixed ? 'mixed' : value}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) {
          gesture.show(bound.toEdits(() => value !== true));
          gesture.finish();
        }
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
