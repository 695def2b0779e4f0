import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import './before-after.css';

export type Side = 'after' | 'before' | 'both';
const sides = [
  { value: 'after', label: 'After' },
  { value: 'before', label: 'Before' },
  { value: 'both', label: 'Side by side' },
] as const;

type Source = NonNullable<typeof keptMaterials.value>[number];

/** The choice between a result and its source; nothing without a source. */
export function Sides({ job, side, onChoose }: { job: JobView; side: Side; onChoose: (side: Side) => void }) {
  const sources = getSources(job, keptMaterials.value ?? []);
  return sources.length === 0 ? null : (
    <Segments label="Compare" isLabelHidden value={side} options={sides} onChoose={onChoose} />
  );
}

/** The result, and the clips of which it was made: one at a time, or side by side. Deleted clips are left out. */
export function BeforeAfter({ job, side, children }: { job: JobView; side: Side; children: ComponentChildren }) {
  const [chosen, setChosen] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const sources = getSources(job, keptMaterials.value ?? []);
  const source = sources.find(({ material }) => material === chosen) ?? sources[0];
  if (!source) {
    return <>{children}</>;
  }
  return (
    <>
      {side !== 'after' && sources.length > 1 && (
        <div>
          <select
            class="input"
            aria-label="Source"
            value={source.material}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {sources.map(({ material, name }) => (
              <option key={material} value={material}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {/* Both stay in the page, so that a switch does not start them again. */}
      <div
        class={`before-after before-after-${side}`}
        ref={frame}
        onPlayCapture={(event) => pauseOthers(frame.current, event)}
      >
        <figure hidden={side === 'after'}>
          {side === 'both' && (
            <figcaption class="small soft num">{toCaption('Before', source.durationSeconds)}</figcaption>
          )}
          <Before key={source.material} source={source} isShown={side !== 'after'} />
        </figure>
        <figure hidden={side === 'before'}>
          {side === 'both' && <figcaption class="small soft">After</figcaption>}
          {children}
        </figure>
      </div>
    </>
  );
}

/** The file of a source. It is loaded when it is first shown. */
function Before({ source, isShown }: { source: Source; isShown: boolean }) {
  const wasShown = useRef(isShown);
  wasShown.current ||= isShown;
  const { kind, url, width, height } = source;
  if (!wasShown.current) {
    return null;
  }
  if (kind === 'sound') {
    return <audio class="result-sound" src={url} controls aria-label="Source" />;
  }
  const style = { '--shape': width && height ? width / height : 16 / 9 };
  return kind === 'picture' ? (
    <img class="result-video" style={style} src={url} alt="Source" />
  ) : (
    <video class="result-video" style={style} src={url} controls playsInline preload="metadata" aria-label="Source" />
  );
}

const toCaption = (name: string, seconds: number | undefined): string =>
  seconds === undefined ? name : `${name}, ${toTimecode(seconds)}`;

/** Pauses the other player: two clips at once cannot be heard. */
function pauseOthers(frame: HTMLElement | null, { target }: Event): void {
  for (const other of frame?.querySelectorAll('video, audio') ?? []) {
    if (other !== target && other instanceof HTMLMediaElement) {
      other.pause();
    }
  }
}

/** Returns the videos and audio files that the run has changed, in its order: not the images of messages, nor its music. */
function getSources({ input, materials }: JobView, kept: readonly Source[]): Source[] {
  const taken = Array.isArray(input['materials']) ? input['materials'].length : input['material'] === undefined ? 0 : 1;
  return materials.slice(0, taken).flatMap((id) => kept.find(({ material }) => material === id) ?? []);
}
