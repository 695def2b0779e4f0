import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { getTrack } from '#core/timeline/schedule.ts';
import { toCount } from '#ui/kit/format.ts';
import { useEditor } from '../../editor.ts';
import type { Bound } from '../controls/bound.ts';
import { CheckField } from '../controls/check-field.tsx';
import { Section } from '../controls/section.tsx';
import { TextField } from '../controls/text-field.tsx';

type SetTrack = Omit<Extract<Edit, { type: 'set-track' }>, 'type' | 'trackId'>;

/** The properties of a track. */
export function TrackPanel({ track }: { track: Track }) {
  const name = useTrack(
    track.id,
    (one) => one.name,
    (value) => ({ name: value }),
    '',
  );
  const isHidden = useTrack(
    track.id,
    (one) => one.isHidden,
    (value) => ({ isHidden: value }),
    false,
  );
  const isMuted = useTrack(
    track.id,
    (one) => one.isMuted,
    (value) => ({ isMuted: value }),
    false,
  );
  const isLocked = useTrack(
    track.id,
    (one) => one.isLocked,
    (value) => ({ isLocked: value }),
    false,
  );
  return (
    <Section title="Track">
      <TextField label="Name" bound={name} maxLength={documentLimits.nameLength} />
      {track.kind === 'visual' && <CheckField label="Hide" bound={isHidden} />}
      <CheckField label="Mute" bound={isMuted} />
      <CheckField label="Lock" bound={isLocked} />
      <p class="prop-note">
        {track.kind === 'sound' ? 'Audio track' : 'Visual track'} with {toCount(track.items.length, 'item')}.
      </p>
    </Section>
  );
}

/** Returns a property of a track; `read` and `toChanges` are taken from the first call. */
function useTrack<T>(id: string, read: (track: Track) => T, toChanges: (value: T) => SetTrack, absent: T): Bound<T> {
  const { document, shown } = useEditor();
  return useMemo(() => {
    const valueIn = (one: typeof document.value): T => {
      const track = getTrack(one, id);
      return track ? read(track) : absent;
    };
    return {
      value: computed(() => valueIn(shown.value)),
      toEdits: (change) => {
        const before = valueIn(document.peek());
        const after = change(before);
        return after === before ? [] : [{ type: 'set-track', trackId: id, ...toChanges(after) }];
      },
    };
  }, [id]);
}
