import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { WindowedList } from '#ui/kit/parts/windowed-list.tsx';
import { useEditor } from '../../editor.ts';
import type { Bound } from '../controls/bound.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { Section } from '../controls/section.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useFrameRate, useStable } from '../subject.ts';
import { formatTime } from '../../time-notation.ts';

type Marker = TimelineDocument['markers'][number];

/** The height of a row in pixels. */
const rowPx = 34;

/** The markers of the canvas in order of time; each has a name and a button that moves the playhead to it. */
export function MarkerList() {
  const { document, apply, transport } = useEditor();
  const markers = useStable(() => document.value.markers.toSorted((one, other) => one.atSeconds - other.atSeconds));
  const ordered = markers.value;
  const add = (): void => {
    apply([{ type: 'add-marker', atSeconds: transport.seconds.peek(), label: '' }], 'Add marker');
  };
  return (
    <Section
      title="Markers"
      aside={
        <button type="button" class="button button-small button-quiet" onClick={add}>
          Add marker
        </button>
      }
    >
      {ordered.length === 0 && <p class="prop-note">Clips snap to markers.</p>}
      {/* A list of beats may have thousands of markers. */}
      <WindowedList label="Markers" look="marker-list" items={ordered} getKey={({ id }) => id} rowPx={rowPx}>
        {(marker) => <MarkerRow marker={marker} />}
      </WindowedList>
    </Section>
  );
}

function MarkerRow({ marker: { id, atSeconds, label: name } }: { marker: Marker }) {
  const { shown, transport, apply } = useEditor();
  const time = formatTime(atSeconds, useFrameRate());
  const label = useMemo(
    (): Bound<string> => ({
      value: computed(() => shown.value.markers.find((one) => one.id === id)?.label ?? ''),
      toEdits: (change) => [{ type: 'set-marker', markerId: id, label: change('') }],
    }),
    [id],
  );
  return (
    <div class="marker-row">
      <button
        type="button"
        class="link-button num"
        aria-label={`Go to ${time}`}
        onClick={() => transport.seek(atSeconds)}
      >
        {time}
      </button>
      <TextField
        label={`Marker name at ${time}`}
        isBare
        bound={label}
        maxLength={documentLimits.nameLength}
        placeholder="No name"
      />
      <IconButton
        label={`Delete marker ${name === '' ? `at ${time}` : name}`}
        path="M3 3l6 6M9 3l-6 6"
        onClick={() => apply([{ type: 'remove-marker', markerId: id }], 'Delete marker')}
      />
    </div>
  );
}
