import { useId } from 'preact/hooks';
import type { Slot } from '../proposal.ts';
import { problemsIn } from '#ui/kit/form/form-context.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { NumberInput } from '#ui/reviews/any/number-input.tsx';
import { select, type ReviewSession } from './review-session.ts';
import { beatsFor, isEnd, moveShot, setLocked, setShotStart, setText, stepCut, swapShot } from './map-edits.ts';
import { ShotPicture, SlotPicture } from './slot-picture.tsx';
import { roleNames, toSource } from './words.ts';

/** The selected shot: its source, its alternates, its words, and its position. */
export function SlotPanel({ session }: { session: ReviewSession }) {
  const { map, taken, selected, problems } = session;
  const index = Math.min(selected.value, map.slots.length - 1);
  const slot = map.slots[index];
  if (!slot) {
    return null;
  }
  const wrong = problemsIn(problems, `slots.${index}`);
  return (
    <section class="launch-panel" aria-label="Selected shot">
      <div class="launch-panel-now stack stack-tight">
        <SlotPicture session={session} slot={slot} />
        <p class="num">
          <strong>
            {index + 1}. {roleNames[slot.role]}
          </strong>{' '}
          {toTimecode(slot.startSeconds)}, {slot.durationSeconds.toFixed(2)} s
        </p>
        <p class="soft small num">{toSource(taken.slots[index] ?? slot)}</p>
        <p class="soft small">{slot.shot.reasons.join(', ')}</p>
        {wrong.length > 0 && <p class="small bad">{wrong.join(' ')}</p>}
      </div>
      <div class="stack">
        <Alternates session={session} slot={slot} index={index} />
        <Words session={session} slot={slot} index={index} />
        <Place session={session} slot={slot} index={index} />
      </div>
    </section>
  );
}

type SlotProps = { readonly session: ReviewSession; readonly slot: Slot; readonly index: number };

/** The alternates as images. A click swaps one with the shot. */
function Alternates({ session, slot, index }: SlotProps) {
  const { map, change, document } = session;
  const shape = document.width / document.height;
  return (
    <fieldset>
      <legend class="field-label">Show instead</legend>
      <ul class="launch-alternates">
        {slot.alternates.map((shot, at) => (
          // The key is the index, so that the pressed button keeps the focus and shows the other shot.
          <li key={at}>
            <button
              type="button"
              aria-label={`Alternate ${at + 1}: ${shot.reasons.join(', ')}, at ${toTimecode(shot.startSeconds)}`}
              title={shot.reasons.join(', ')}
              onClick={() => change(swapShot(map, index, at), 'Swapped.')}
            >
              <ShotPicture session={session} shot={shot} shape={shape} />
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Words({ session: { map, change }, slot, index }: SlotProps) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Text over the shot
      </label>
      <input
        id={id}
        class="input"
        maxLength={80}
        value={slot.text ?? ''}
        onInput={({ currentTarget }) => change(setText(map, index, currentTarget.value), '', `words ${slot.id}`)}
      />
    </div>
  );
}

function Place({ session, slot, index }: SlotProps) {
  const { map, change } = session;
  const canMoveCut = beatsFor(map, index).length > 1;
  const move = (by: 1 | -1) => {
    change(moveShot(map, index, index + by), `Moved to position ${index + by + 1}.`);
    select(session, index + by);
  };
  const canMove = (by: 1 | -1): boolean => moveShot(map, index, index + by) !== map;
  const step = (by: 1 | -1): void => change(stepCut(map, index, by), 'Cut moved.');
  return (
    <div class="row">
      {!isEnd(slot) && (
        <>
          <button type="button" class="button" disabled={!canMove(-1)} onClick={() => move(-1)}>
            Move earlier
          </button>
          <button type="button" class="button" disabled={!canMove(1)} onClick={() => move(1)}>
            Move later
          </button>
        </>
      )}
      {canMoveCut && (
        <>
          <button type="button" class="button" onClick={() => step(-1)}>
            Cut a beat earlier
          </button>
          <button type="button" class="button" onClick={() => step(1)}>
            Cut a beat later
          </button>
        </>
      )}
      <ShotStart session={session} slot={slot} index={index} />
      <label class="check">
        <input
          type="checkbox"
          checked={slot.isLocked}
          onChange={({ currentTarget }) =>
            change(setLocked(map, index, currentTarget.checked), currentTarget.checked ? 'Locked.' : 'Unlocked.')
          }
        />
        <span>Keep when regenerating</span>
      </label>
    </div>
  );
}

/** The start of the shot in its take, which only videos have. */
function ShotStart({ session: { map, change }, slot, index }: SlotProps) {
  const take = map.takes.find(({ material }) => material === slot.shot.material);
  return take?.kind === 'video' ? (
    <span class="row launch-start">
      <span aria-hidden="true">From</span>
      <NumberInput
        name="Start of the shot in its take, in seconds"
        value={slot.shot.startSeconds}
        step={0.1}
        least={0}
        most={take.durationSeconds}
        onCommit={(seconds) => change(setShotStart(map, index, seconds), 'Shot start changed.')}
      />
      <span aria-hidden="true">s of its take</span>
    </span>
  ) : null;
}
