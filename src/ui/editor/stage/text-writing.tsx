import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ItemOf } from '#core/timeline/document.ts';
import { isTextFont } from '#core/timeline/fonts.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { announce } from '#ui/app/announce.ts';
import { useEditor } from '../editor.ts';
import { loadFaces, toFaceName } from '../inspector/text/fonts.ts';
import { boxStyle } from './box-style.ts';
import type { Place } from './geometry/place.ts';
import { seenAt } from './selected.ts';
import { frameIn } from './stage-view.ts';

/** The min size of readable text, in CSS pixels. */
const minLettersPx = 12;

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
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = frameIn(stage, shown.value);
  const onBlur = useWriting(field, item);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      event.stopPropagation();
      stage.element.value?.querySelector<HTMLElement>('.stage-view')?.focus();
    }
  };
  return (
    <div class="stage-overlay">
      <textarea
        class="stage-text"
        ref={field}
        aria-label={`Text of ${item.name}`}
        aria-description="Press Escape or Ctrl+Enter to leave the field. The text is kept."
        maxLength={documentLimits.textLength}
        defaultValue={item.text}
        spellcheck={false}
        style={{ ...boxStyle(place, frame), ...letterStyle(item, place, frame.scale) }}
        onPointerDown={(event) => event.stopPropagation()}
        onInput={(event) => fitLetters(event.currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
    </div>
  );
}

/** Hides the item in the preview meanwhile. Returns the blur handler, which applies the text. */
function useWriting(field: RefObject<HTMLTextAreaElement | null>, item: ItemOf<'text'>): () => void {
  const editor = useEditor();
  const kept = useRef(item.text);
  const isOver = useRef(false);
  /** The text of the preview would be visible through the field. */
  const hide = (): void => void editor.tryOut([{ type: 'set', itemId: item.id, properties: { isHidden: true } }]);
  // Before the first paint, so that text that is typed immediately reaches the field.
  useLayoutEffect(() => {
    loadFaces();
    editor.transport.pause();
    hide();
    begin(field.current);
    return () => void editor.tryOut(null);
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
        editor.stage.mode.value = { type: 'arrange' };
      }
    });
  };
}

const letterStyle = (item: ItemOf<'text'>, place: Place, scale: number) => ({
  fontFamily: isTextFont(item.font) ? `"${toFaceName(item.font)}", var(--font)` : 'var(--font)',
  fontSize: `${Math.max(minLettersPx, scale * (item.sizePx ?? fittingSize(item, place)))}px`,
  fontWeight: item.weight,
  lineHeight: item.lineHeight,
  textAlign: item.align,
});

function begin(field: HTMLTextAreaElement | null): void {
  if (field) {
    field.focus();
    field.select();
    fitLetters(field);
  }
}

/** Reduces the font size of a field until its text fits, down to the min readable size. */
function fitLetters(field: HTMLTextAreaElement): void {
  let sizePx = Number.parseFloat(getComputedStyle(field).fontSize);
  while (field.scrollHeight > field.clientHeight && sizePx > minLettersPx) {
    sizePx = Math.max(minLettersPx, 0.94 * sizePx);
    field.style.fontSize = `${sizePx}px`;
  }
}

/** Returns the approximate font size with which a text fills its box, in pixels of the canvas. */
function fittingSize({ text, lineHeight }: ItemOf<'text'>, { width, height }: Place): number {
  const lines = text.split('\n');
  const longest = Math.max(1, ...lines.map((line) => line.length));
  const widthOfLetter = 0.56;
  // Long lines wrap, so the area is decisive.
  const byArea = Math.sqrt((width * height) / (Math.max(1, text.length) * widthOfLetter * lineHeight));
  const byLines = Math.min(height / (lines.length * lineHeight), width / (longest * widthOfLetter));
  return Math.max(byLines, Math.min(byArea, height / lineHeight) * 0.85);
}
