import { nameAudioTrack } from '#core/model/audio-track-name.ts';
import { isAudible } from '#core/timeline/schedule.ts';
import { fileList } from '../../materials/file-list.ts';
import { useProperty } from '../controls/bound.ts';
import { ChoiceField } from '../controls/choice-field.tsx';
import { useStable, useThose } from '../subject.ts';

/** The option that uses the default track of the file. */
const byDefault = '';

/** Selects the audio track of items that play one material, if the material has several. */
export function AudioTrackField() {
  const audible = useThose(isAudible);
  const track = useProperty(
    audible,
    (item) => (item.audioTrack === undefined ? byDefault : String(item.audioTrack)),
    (_, value) => ({ audioTrack: value === byDefault ? null : Number(value) }),
  );
  const options = useStable(() => {
    const [assetId, ...others] = new Set(audible.items.value.map((item) => item.assetId));
    const tracks = others.length === 0 && fileList.value?.find(({ material }) => material === assetId)?.audioTracks;
    const named = (tracks || []).map((one) => ({ ...one, label: `${one.index}: ${nameAudioTrack(one)}` }));
    const usual = named.find(({ isDefault }) => isDefault);
    return [
      { value: byDefault, label: `Default (${usual?.label})` },
      ...named.map(({ index, label }) => ({ value: String(index), label })),
    ];
  });
  // The default, and the only track.
  return options.value.length > 2 ? <ChoiceField label="Audio track" bound={track} options={options.value} /> : null;
}
