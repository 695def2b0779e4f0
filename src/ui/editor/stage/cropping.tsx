import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { isEqual } from '#core/timeline/merge/three-way.ts';
import { announce } from '#ui/app/announce.ts';
import { followPointer } from '#ui/kit/drag.ts';
import { useEditor, type Editor } from '../editor.ts';
import { arrowWays } from './arrow-ways.ts';
import { boxStyle } from './box-style.ts';
import { dragCrop, flipped, noCrop, getWhole, toRatio, type Crop } from './geometry/crop.ts';
import { turn, type Place, type Point } from './geometry/place.ts';
import { cropEdits } from './geometry/place-edits.ts';
import type { Handle } from './geometry/resize.ts';
import { getCursor, handleNames } from './handle-names.ts';
import { seenAt } from './selected.ts';
import { type Seen, frameIn, type CropMode } from './stage-view.ts';

/** The share of the image by which a press of an arrow key moves an edge. */
const stepShare = 0.005;

/** Crops an item: the whole image is visible, with the cropped area dimmed, until the crop ends as one step. */
export function Cropping({ mode }: { mode: CropMode }) {
  const editor = useEditor();
  const { stage, shown } = editor;
  const { one, crop } = mode;
  useWhatIsCropped(editor, mode);
  const whole = wholeIn(one);
  const frame = frameIn(stage, shown.value);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      endCrop(editor, event.key === 'Enter' ? mode : null);
    }
  };
  return (
    <div class="stage-overlay" onKeyDown={onKeyDown}>
      <div class="stage-box stage-crop" style={boxStyle(whole, frame)}>
        <div class="stage-crop-dim">
          <div class="stage-crop-window" style={windowStyle(crop)} />
        </div>
        <CropWindow
          whole={whole}
          crop={crop}
          ratio={mode.ratio}
          scale={frame.scale}
          onCrop={(next) => {
            // A key press may have ended cropping during a drag of a handle.
            if (stage.mode.peek().type === 'crop') {
              stage.mode.value = { ...mode, crop: next };
            }
          }}
        />
      </div>
    </div>
  );
}

/**
 * Shows the whole image. Others may change the canvas meanwhile, and the item except for its place: otherwise cropping ends.
 */
function useWhatIsCropped(editor: Editor, mode: CropMode): void {
  const { document, transport, stage } = editor;
  const { one } = mode;
  const now = seenAt(document.value, one.item.startSeconds + one.itemSeconds).find(
    ({ item }) => item.id === one.item.id,
  );
  const isGone = !now?.isFree || !isSamePicture(now, one) || transport.isPlaying.value;
  useEffect(() => {
    editor.tryOut(cropEdits(one.item, one.itemSeconds, noCrop));
    return () => void editor.tryOut(null);
  }, []);
  useEffect(() => {
    if (isGone) {
      stage.mode.value = { type: 'arrange' };
    } else if (now.item !== one.item) {
      stage.mode.value = { ...mode, one: now };
    }
  }, [isGone, now?.item]);
}

/** Returns whether cropping can continue with the current item. */
const isSamePicture = (now: Seen, one: Seen): boolean =>
  isEqual(
    [now.place, now.itemSeconds, now.item.crop, now.item.flip],
    [one.place, one.itemSeconds, one.item.crop, one.item.flip],
  );

/** Shows the size of the crop, with the buttons that end it; replaces the transport. */
export function CropBar({ mode }: { mode: CropMode }) {
  const editor = useEditor();
  return (
    <div class="stage-crop-bar" role="group" aria-label="Crop">
      <span class="num">{sayCrop(wholeIn(mode.one), mode.crop)}</span>
      <Ratio mode={mode} />
      <button
        type="button"
        class="button button-quiet"
        onClick={() => (editor.stage.mode.value = { ...mode, crop: noCrop, ratio: null })}
      >
        Reset
      </button>
      <button type="button" class="button button-quiet" onClick={() => endCrop(editor, null)}>
        Cancel
      </button>
      <button type="button" class="button button-primary" onClick={() => endCrop(editor, mode)}>
        Crop
      </button>
    </div>
  );
}

/** The ratios of width to height that are offered, by name. */
const ratios = [
  ['16:9', 16 / 9],
  ['9:16', 9 / 16],
  ['1:1', 1],
  ['4:5', 4 / 5],
  ['4:3', 4 / 3],
  ['3:4', 3 / 4],
  ['2.39:1', 2.39],
] as const;

/** The ratio of the remaining part. A choice crops as little as it needs, and handles then keep the ratio. */
function Ratio({ mode }: { mode: CropMode }) {
  const { stage } = useEditor();
  const whole = wholeIn(mode.one);
  const choose = (ratio: number | null): void => {
    const crop = ratio === null ? mode.crop : toRatio(noCrop, toShareRatio(ratio, whole), middle);
    stage.mode.value = { ...mode, ratio, crop };
  };
  return (
    <select
      class="input small"
      aria-label="Ratio"
      value={mode.ratio ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value === '' ? null : Number(value))}
    >
      <option value="">Free</option>
      <option value={whole.width / whole.height}>Original</option>
      {ratios.map(([name, ratio]) => (
        <option key={name} value={ratio}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Converts a ratio of lengths to one of shares of the whole. */
const toShareRatio = (ratio: number, { width, height }: Place): number => (ratio * height) / width;

/** Applies the crop as one step; null discards it. */
function endCrop(editor: Editor, done: CropMode | null): void {
  const { stage } = editor;
  stage.mode.value = { type: 'arrange' };
  stage.element.value?.querySelector<HTMLElement>('.stage-view')?.focus();
  if (done) {
    const { item, itemSeconds } = done.one;
    if (editor.apply(cropEdits(item, itemSeconds, flipped(done.crop, item.flip)), 'Crop item')) {
      announce(`Cropped to ${sayCrop(wholeIn(done.one), done.crop)}`);
    }
  }
}

const wholeIn = ({ item, place }: Seen): Place => getWhole(place, item.crop ?? noCrop, item.flip);

type WindowProps = {
  readonly whole: Place;
  readonly crop: Crop;
  readonly ratio: number | null;
  readonly scale: number;
  readonly onCrop: (crop: Crop) => void;
};

/** The remaining area of the image, with handles at its edges; dragging its middle moves it. */
function CropWindow({ whole, crop, ratio, scale, onCrop }: WindowProps) {
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const dragBy = (handle: Handle, by: Point): void => {
    const next = dragCrop(crop, handle, by);
    onCrop(ratio === null || handle === middle ? next : toRatio(next, toShareRatio(ratio, whole), handle));
  };
  const actsOn = (handle: Handle) => ({
    onPointerDown: (event: PointerEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      if (event.currentTarget instanceof HTMLElement) {
        event.currentTarget.focus();
      }
      followPointer(event, {
        move: (by) => dragBy(handle, toShares({ x: by.x / scale, y: by.y / scale }, whole)),
        end: (isDone) => !isDone && onCrop(crop),
      });
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const way = arrowWays[event.key];
      if (way) {
        event.preventDefault();
        event.stopPropagation();
        const share = stepShare * (event.shiftKey ? 10 : 1);
        dragBy(handle, { x: share * way.x, y: share * way.y });
      }
    },
  });
  return (
    <div class="stage-crop-frame" style={windowStyle(crop)}>
      <button type="button" class="stage-crop-move" aria-label="Crop area" ref={first} {...actsOn(middle)} />
      {handleNames.map(({ handle, name }) => (
        <button
          key={name}
          type="button"
          class="stage-handle"
          aria-label={`Crop, ${name}`}
          style={handleStyle(handle, whole.rotation)}
          {...actsOn(handle)}
        />
      ))}
    </div>
  );
}

/** No edge and no corner: the whole area. */
const middle = { x: 0, y: 0 } as const;

const handleStyle = (handle: Handle, rotation: number) => ({
  insetInlineStart: `${50 * (handle.x + 1)}%`,
  insetBlockStart: `${50 * (handle.y + 1)}%`,
  cursor: getCursor(handle, rotation),
});

const windowStyle = ({ left, top, right, bottom }: Crop) => ({
  inset: `${100 * top}% ${100 * right}% ${100 * bottom}% ${100 * left}%`,
});

/** Converts an offset on the canvas to shares of an image's width and height. */
function toShares(by: Point, whole: Place): Point {
  const { x, y } = turn(by, -whole.rotation);
  return { x: x / whole.width, y: y / whole.height };
}

const sayCrop = ({ width, height }: Place, { left, top, right, bottom }: Crop): string =>
  `${Math.round(width * (1 - left - right))} × ${Math.round(height * (1 - top - bottom))}`;
