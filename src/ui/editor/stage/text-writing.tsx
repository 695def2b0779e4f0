import { effect, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { announce } from '#ui/app/announce.ts';
import { useEditor } from '../editor.ts';
import { loadFaces, loadOwnFace } from '../inspector/text/fonts.ts';
import { boxStyle } from './box-style.ts';
import type { Place } from './geometry/place.ts';
import { seenAt } from './selected.ts';
import { frameIn } from './stage-view.ts';
import { toTextStyle } from './text-style.ts';

/** Edits the text of an item directly in the preview. The change is one step, when the field loses the focus. */
export function TextWriting({ itemId }: { itemId: string }) {
  const { document, transport, stage } = useEditor();
  const found = useRef(seenAt(document.value, transport.seconds.value).find(({ item }) => item.id === itemId));
  const { item, place } = found.current ?? {};
  const isThere = item?.type === 'text' && place !== undefined;
  useEffect(() => {
    if (!isThere) {
      stage.mode.value = { type: 'arrange' };
    }
  }, [isThere]);
  return isThere ? <TextField item={item} place={place} /> : null;
}

function TextField({ item, place }: { item: ItemOf<'text'>; place: Place }) {
  const { stage, shown } = useEditor();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = frameIn(stage, shown.value);
  const onBlur = useWriting(box, field, item);
  const fit = useFit(box, item, [place.width, place.height, frame.scale]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      event.stopPropagation();
      stage.element.value?.querySelector<HTMLElement>('.stage-view')?.focus();
    }
  };
  return (
    <div class="stage-overlay">
      <div class="stage-text" ref={box} style={{ ...boxStyle(place, frame), ...toTextStyle(item, frame.scale) }}>
        <div class="stage-text-block">
          {item.plate && <div class="stage-text-plate" />}
          {/* The same text, which gives the field its height, and the background box its width. */}
          <div class="stage-text-letters stage-text-measure" aria-hidden="true">
            {item.text}
          </div>
          <textarea
            class="stage-text-letters"
            ref={field}
            aria-label={`Text of ${item.name}`}
            aria-description="Press Escape or Ctrl+Enter to leave the field. The text is kept."
            maxLength={documentLimits.textLength}
            defaultValue={item.text}
            spellcheck={false}
            onPointerDown={(event) => event.stopPropagation()}
            onInput={fit}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
          />
        </div>
      </div>
    </div>
  );
}

/** Lays the text out when it appears, and when its box or the fonts change. Returns a function that does so again. */
function useFit(box: RefObject<HTMLElement | null>, item: ItemOf<'text'>, sizes: readonly number[]): () => void {
  const fit = (): void => {
    import('./fit-text.ts').then(
      ({ fitText }) => box.current && fitText(box.current, item),
      // Without it, only the background box is missing.
      () => undefined,
    );
  };
  useLayoutEffect(() => {
    fit();
    // The faces change the widths of letters.
    document.fonts.addEventListener('loadingdone', fit);
    return () => document.fonts.removeEventListener('loadingdone', fit);
  }, sizes);
  return fit;
}

/** Hides the item in the preview meanwhile. Returns the blur handler, which applies the text. */
function useWriting(
  box: RefObject<HTMLElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
  item: ItemOf<'text'>,
): () => void {
  const editor = useEditor();
  const kept = useRef(item.text);
  const isOver = useRef(false);
  /** The text of the preview would be visible through the field. */
  const hide = (): void => {
    const document = withoutItem(editor.document.peek(), item.id);
    editor.stage.look.value = { document, seconds: editor.transport.seconds.peek() };
  };
  // Before the first paint, so that text that is typed immediately reaches the field.
  useLayoutEffect(() => {
    loadFaces();
    const own = item.fontAssetId === undefined ? undefined : editor.assets.peek()[item.fontAssetId];
    if (item.fontAssetId !== undefined && own) {
      loadOwnFace(item.fontAssetId, own.url);
    }
    editor.transport.pause();
    hide();
    field.current?.focus();
    field.current?.select();
    return () => void (editor.stage.look.value = null);
  }, []);
  const keep = (): void => {
    const text = field.current?.value ?? kept.current;
    if (
      text !== kept.current &&
      editor.apply([{ type: 'set', itemId: item.id, properties: { text } }], 'Change text')
    ) {
      kept.current = text;
      announce('Text changed');
    }
  };
  return () => {
    // A removed field loses the focus once more.
    if (isOver.current) {
      return;
    }
    keep();
    // A save blurs the field for a moment only, and the user continues to type.
    queueMicrotask(() => {
      if (document.activeElement === field.current) {
        hide();
      } else {
        isOver.current = true;
        keepSeen(box.current, editor.stage.painted);
        editor.stage.mode.value = { type: 'arrange' };
      }
    });
  };
}

const withoutItem = (document: TimelineDocument, itemId: string): TimelineDocument => ({
  ...document,
  tracks: document.tracks.map((track) =>
    track.items.some(({ id }) => id === itemId)
      ? { ...track, items: track.items.filter(({ id }) => id !== itemId) }
      : track,
  ),
});

/** The max time for which the edited text is shown after the end, in milliseconds. */
const seenMs = 1000;

/** Keeps the appearance of a text until the preview has painted it, so that it does not disappear in between. */
function keepSeen(box: HTMLElement | null, painted: ReadonlySignal<number>): void {
  const copy = box?.cloneNode(true);
  const stage = box?.closest('.stage-view');
  const [from, to] = [box, copy].map((one) => (one instanceof HTMLElement ? one.querySelector('textarea') : null));
  if (!(copy instanceof HTMLElement) || !stage || !from || !to) {
    return;
  }
  to.value = from.value;
  to.removeAttribute('aria-label');
  copy.inert = true;
  copy.classList.add('stage-text-kept');
  stage.append(copy);
  const before = painted.peek();
  const remove = (): void => {
    copy.remove();
    clearTimeout(timer);
    stop();
  };
  const timer = setTimeout(remove, seenMs);
  const stop = effect(() => {
    if (painted.value !== before) {
      queueMicrotask(remove);
    }
  });
}
