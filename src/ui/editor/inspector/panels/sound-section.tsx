import { isAudible } from '#core/timeline/schedule.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor } from '../../editor.ts';
import { markBeats } from '../../in-place/mark-beats.ts';
import { selectedAudible } from '../../in-place/one-click.ts';
import { AudioTrackField } from './audio-track-field.tsx';
import { useAnimated, useProperty } from '../controls/bound.ts';
import { CheckField } from '../controls/check-field.tsx';
import { ChoiceField } from '../controls/choice-field.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { ResetButton } from '../controls/reset-button.tsx';
import { Section } from '../controls/section.tsx';
import { useStable, useThose } from '../subject.ts';
import { fromPosition, toPosition } from '../values/decibels.ts';
import { inDecibels } from '../values/notation.ts';

/** The volume of the items. */
export function SoundSection() {
  const audible = useThose(isAudible);
  const isMuted = useProperty(
    audible,
    (item) => item.isMuted,
    (_, value) => ({ isMuted: value }),
  );
  return (
    <Section title="Audio" aside={<ResetButton what="audio" those={audible} toUsual={usualSound} />}>
      <NumberField
        label="Volume"
        bound={useAnimated('volume')}
        notation={inDecibels}
        initial={1}
        keys={['volume']}
        slider={{ least: 0, most: fromPosition(1), toShare: toPosition, fromShare: fromPosition, look: 'level' }}
      />
      <CheckField label="Mute" bound={isMuted} />
      <AudioTrackField />
      <DucksUnder />
      <MarkBeats />
    </Section>
  );
}

/** Detects the beats of a clip, so that the user can cut to its music. */
function MarkBeats() {
  const editor = useEditor();
  const { run, isBusy, error } = useAction();
  const item = selectedAudible(editor);
  return (
    item && (
      <>
        <div class="row">
          <button
            type="button"
            class="button"
            disabled={isBusy}
            title="Adds a marker at every beat. Edges and the playhead snap to markers."
            onClick={() => run(() => markBeats(editor, item))}
          >
            {isBusy ? 'Detecting' : 'Detect beats'}
          </button>
        </div>
        {error && <Problem error={error} />}
      </>
    )
  );
}

const usualSound = { volume: 1, isMuted: false, ducksUnder: null };

/** The option for no track. */
const nothing = '';

function DucksUnder() {
  const { shown } = useEditor();
  const audible = useThose(isAudible);
  const under = useProperty(
    audible,
    (item) => item.ducksUnder ?? nothing,
    (_, value) => ({ ducksUnder: value === nothing ? null : value }),
  );
  const options = useStable(() => [
    { value: nothing, label: 'None' },
    ...shown.value.tracks
      .filter(({ id, items }) => {
        const isOwn = items.some((item) => audible.items.value.some((one) => one.id === item.id));
        return id === under.value.value || (!isOwn && items.some(isAudible));
      })
      .map(({ id, name }) => ({ value: id, label: name })),
  ]);
  return (
    <>
      <ChoiceField label="Duck under" bound={under} options={options.value} />
      {under.value.value !== nothing && <p class="prop-note">10 dB quieter while that track plays.</p>}
    </>
  );
}
