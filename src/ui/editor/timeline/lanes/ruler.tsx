import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { focusRendered } from '#ui/kit/focus-rendered.ts';
import { useEditor } from '../../editor.ts';
import { RangeBand } from '../../stage/range-band.tsx';
import type { TimeRange } from '../geometry.ts';
import { times } from '../times.ts';
import { markerAct } from '../marker-edits.ts';
import { NameField } from '../name-field.tsx';
import { PlayheadHandle } from './playhead.tsx';
import { rulerLabels, rulerSteps } from './ruler-steps.ts';

/**
 * The times above the tracks, with the markers. The style sheet positions labels and ticks, so that a zoom moves them without a
 * render.
 */
export function Ruler({ frameRate, range }: { frameRate: number; range: ReadonlySignal<TimeRange> }) {
  const { view, shown } = useEditor();
  const { stepSeconds, parts } = rulerSteps(view.pixelsPerSecond.value, frameRate);
  const labels = rulerLabels({ stepSeconds, parts }, range.value, frameRate);
  return (
    <div class="ruler" data-ruler>
      <div class="ruler-steps" aria-hidden="true">
        {labels.map(({ atSeconds, text }) => (
          <span
            key={atSeconds}
            class="ruler-step"
            style={times({ '--at': atSeconds, '--span': stepSeconds, '--parts': parts })}
          >
            {text}
          </span>
        ))}
      </div>
      <RangeBand />
      <Markers markers={shown.value.markers} range={range} />
      <PlayheadHandle />
    </div>
  );
}

function Markers({ markers, range }: { markers: TimelineDocument['markers']; range: ReadonlySignal<TimeRange> }) {
  const { fromSeconds, toSeconds } = range.value;
  const seen = markers.filter(({ atSeconds }) => atSeconds >= fromSeconds && atSeconds <= toSeconds);
  const rooms = getRooms(seen);
  return (
    <>
      {seen.map((marker) => (
        <MarkerFlag key={marker.id} marker={marker} roomSeconds={rooms.get(marker.atSeconds) ?? 0} />
      ))}
    </>
  );
}

/** Returns the distance from each time to the next one; after the last, more than the length of any name. */
function getRooms(markers: TimelineDocument['markers']): ReadonlyMap<number, number> {
  const inTurn = [...new Set(markers.map(({ atSeconds }) => atSeconds))].toSorted((one, other) => one - other);
  return new Map(inTurn.map((at, index) => [at, (inTurn[index + 1] ?? at + documentLimits.seconds) - at]));
}

function MarkerFlag({ marker, roomSeconds }: { marker: TimelineDocument['markers'][number]; roomSeconds: number }) {
  const editor = useEditor();
  const { view, transport } = editor;
  const { id, label } = marker;
  const atSeconds = useComputed(() => view.gesture.value?.markers.get(id) ?? null).value ?? marker.atSeconds;
  const rename = (name: string | null): void => {
    view.renaming.value = null;
    if (name !== null && name !== label) {
      editor.apply([{ type: 'set-marker', markerId: id, label: name }], 'Rename marker');
    }
  };
  return (
    <span class="marker" style={times({ '--at': atSeconds, '--room': roomSeconds })}>
      {view.renaming.value === id ? (
        <NameField label="Marker name" value={label} onDone={rename} />
      ) : (
        <button
          type="button"
          class="marker-flag"
          data-marker={id}
          aria-label={`Marker ${label || 'without a name'}`}
          title={label}
          // The timeline handles pointers, because they may drag; this is for keyboards and screen readers.
          onClick={({ detail }) => detail === 0 && transport.seek(marker.atSeconds)}
          onDblClick={() => (view.renaming.value = id)}
          onKeyDown={(event) => {
            const act = markerAct(editor, marker, event);
            if (act) {
              const flag = event.currentTarget;
              const rest = flag.closest('.ruler')?.querySelector<HTMLElement>('[role=slider]');
              event.preventDefault();
              event.stopPropagation();
              act();
              // The marker may have been removed, or have another position in the order. The field for its name receives the
              // focus itself.
              if (view.renaming.peek() !== id) {
                focusRendered(() => (flag.isConnected ? flag : rest));
              }
            }
          }}
        >
          {label !== '' && <span class="marker-name">{label}</span>}
        </button>
      )}
    </span>
  );
}
