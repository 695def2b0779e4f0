import type { AnimatedName } from '#core/timeline/properties.ts';
import { useEditor } from '../../editor.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useStable, useSubject } from '../subject.ts';
import { isOnItem } from '../values/item-time.ts';
import { keyframeState, toggleEdits } from './keyframes.ts';

/**
 * The buttons that add or remove the keyframes of some numbers at the playhead, and that move to the previous and next ones.
 */
export function KeyframeButtons({ names, label }: { names: readonly AnimatedName[]; label: string }) {
  const { transport } = useEditor();
  const { isAnimated, isHere, isReachable, previousSeconds, nextSeconds, toggle } = useKeyframes(names, label);
  const what = label.toLowerCase();
  const go = (to: number | null) => (): void => transport.seek(to ?? transport.seconds.peek());
  return (
    <span class="keys" role="group" aria-label={`Keyframes of ${what}`}>
      {isAnimated && (
        <IconButton
          label={`Previous keyframe of ${what}`}
          path="M8 2.5 4.5 6 8 9.5"
          isOff={previousSeconds === null}
          onClick={go(previousSeconds)}
        />
      )}
      <button
        type="button"
        class={isHere ? 'key key-here' : isAnimated ? 'key key-animated' : 'key'}
        aria-label={`Keyframe of ${what} at the playhead`}
        aria-pressed={isHere}
        aria-disabled={!isReachable}
        title={isReachable ? `Keyframe of ${what}` : 'The playhead is not on the item'}
        onClick={toggle}
      >
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="M6 1.5 10.5 6 6 10.5 1.5 6z" />
        </svg>
      </button>
      {isAnimated && (
        <IconButton
          label={`Next keyframe of ${what}`}
          path="M4 2.5 7.5 6 4 9.5"
          isOff={nextSeconds === null}
          onClick={go(nextSeconds)}
        />
      )}
    </span>
  );
}

function useKeyframes(names: readonly AnimatedName[], label: string) {
  const { apply } = useEditor();
  const { items, targets, seconds, moment } = useSubject();
  const state = useStable(() => {
    const at = { seconds: seconds.value, frameRate: moment().frameRate };
    const isReachable = items.value.some((item) => isOnItem(item, at.seconds, at.frameRate));
    return { ...keyframeState(items.value, names, at), isReachable };
  });
  const toggle = (): void => {
    const edits = toggleEdits(targets(), names, moment());
    if (edits.length > 0) {
      const verb = edits.some(({ type }) => type === 'remove-keyframe') ? 'Remove' : 'Add';
      apply(edits, `${verb} keyframe of ${label.toLowerCase()}`);
    }
  };
  return { ...state.value, toggle };
}
