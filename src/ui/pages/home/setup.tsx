import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { describeUndersize, minSubjectSidePx } from '#core/model/size-limits.ts';
import { removeBackgroundId } from '#recipes/remove-background/defaults.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { toPercent, toSize, toTimecode } from '#ui/kit/format.ts';
import { fromHere } from '#ui/app/navigation.ts';
import { useWindowDrops } from '#ui/kit/parts/drop-zone.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { startRun } from '#ui/pages/recipe/start-run.ts';
import { uploadFile } from '#ui/kit/uploads/upload.ts';
import { Estimate } from './estimate.tsx';
import { forgetChoice, keepOptions, readLastOptions } from './last-choice.ts';
import { OptionsForm } from './options-form.tsx';
import { findTrimProblem, toRunBody, toWorkSeconds, type Options } from './options.ts';
import { getName, getSize, type Source, type VideoFacts } from './source.ts';

const EditFiles = later(async () => (await import('../canvases/open-files.tsx')).EditFiles);
const EditMaterials = later(async () => (await import('../canvases/edit-materials.tsx')).EditMaterials);

type SetupProps = {
  readonly source: Source;
  readonly onChange: (source: Source | null) => void;
  readonly onFiles: (files: readonly File[]) => void;
};

/** The setup of a run for the selected video: options, price and start button. */
export function Setup({ source, onChange, onFiles }: SetupProps) {
  const [facts, setFacts] = useState<VideoFacts | null>(null);
  const [options, setOptions] = useState(readLastOptions);
  useEffect(() => keepOptions(options), [options]);
  const duration = facts?.durationSeconds ?? null;
  const isOver = useWindowDrops(onFiles);
  const { start, stop, isBusy, share, error } = useStart(source, options, duration);
  useEffect(() => {
    if (source.kind === 'file' && source.startsAtOnce) {
      start();
    }
  }, [source]);
  return (
    <section class={isOver ? 'setup drop-over' : 'setup'}>
      <Chosen source={source} facts={facts} isBusy={isBusy} onFacts={setFacts} onChange={onChange} />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <OptionsForm options={options} durationSeconds={duration} onChange={setOptions} />
        <Price source={source} options={options} facts={facts}>
          {(isBlocked) => (
            <StartRow
              isBusy={isBusy}
              isBlocked={isBlocked || findTrimProblem(options, duration) !== null}
              share={share}
              onStop={stop}
            />
          )}
        </Price>
        {error && <Problem error={error} />}
      </form>
    </section>
  );
}

/** The selected video, and what else can be done with it. */
function Chosen(props: {
  source: Source;
  facts: VideoFacts | null;
  isBusy: boolean;
  onFacts: (facts: VideoFacts | null) => void;
  onChange: (source: Source | null) => void;
}) {
  const { source, facts, isBusy, onFacts, onChange } = props;
  return (
    <div class="stack stack-tight">
      <Preview source={source} onFacts={onFacts} />
      <p class="ellipsis" title={getName(source)}>
        {getName(source)}
      </p>
      <p class="soft small num">{toFactsLine(source, facts)}</p>
      <div class="row">
        {source.kind === 'file' && (
          <EditFiles files={[source.file]} label="Edit in a new video" onOpened={forgetChoice} />
        )}
        {source.kind === 'material' && (
          <EditMaterials
            materials={[source.handle]}
            fileName={source.name}
            label="Edit in a new video"
            onOpened={forgetChoice}
          />
        )}
        <button type="button" class="link-button small" disabled={isBusy} onClick={() => onChange(null)}>
          Choose another
        </button>
      </div>
    </div>
  );
}

/** The price of the run, or the reason why no run of this video can succeed. */
function Price(props: {
  source: Source;
  options: Options;
  facts: VideoFacts | null;
  children: (isBlocked: boolean) => ComponentChildren;
}) {
  const { source, options, facts, children } = props;
  // Without a preview the size is unknown here, and the engine checks it.
  const undersize = facts !== null && facts.width > 0 ? describeUndersize(facts, minSubjectSidePx) : null;
  return undersize === null ? (
    <Estimate
      run={toEstimateQuery(source, options)}
      workSeconds={toWorkSeconds(options, facts?.durationSeconds ?? null)}
    >
      {children}
    </Estimate>
  ) : (
    <Problem error={{ code: 'UNSUPPORTED_MEDIA', message: `"${getName(source)}": ${undersize}` }} />
  );
}

const toEstimateQuery = (source: Source, { quality, model, subject }: Options) => ({
  recipeId: removeBackgroundId,
  quality,
  subject,
  ...(model === undefined ? {} : { model }),
  ...(source.kind === 'material' && { material: source.handle }),
});

function StartRow(props: { isBusy: boolean; isBlocked: boolean; share: number | null; onStop: () => void }) {
  if (!props.isBusy) {
    return (
      <button class="button button-primary button-large" disabled={props.isBlocked}>
        Remove background
      </button>
    );
  }
  return (
    <div class="stack stack-tight">
      <div class="row row-apart">
        <span class="num">{props.share === null ? 'Adding video' : `Adding video, ${toPercent(props.share)}`}</span>
        <button type="button" class="button" onClick={props.onStop}>
          Stop
        </button>
      </div>
      <Progress label="Adding video" share={props.share} />
    </div>
  );
}

/** Uploads the video, starts the run and opens its job. */
function useStart(source: Source, options: Options, durationSeconds: number | null) {
  const [isBusy, setBusy] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<OffcutError | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => setError(null), [source]);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async (): Promise<void> => {
    const goOn = fromHere();
    const { signal } = (controller.current = new AbortController());
    setBusy(true);
    setError(null);
    try {
      const material = await toMaterial(source, setShare, signal);
      signal.throwIfAborted();
      const jobId = await startRun(removeBackgroundId, toRunBody(material, options, durationSeconds));
      forgetChoice();
      goOn({ page: 'job', jobId });
    } catch (thrown) {
      setError(signal.aborted ? null : toError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { start: () => void start(), stop: () => controller.current?.abort(), isBusy, share, error };
}

async function toMaterial(
  source: Source,
  onShare: (share: number | null) => void,
  signal: AbortSignal,
): Promise<string> {
  switch (source.kind) {
    case 'file':
      return uploadFile(source.file, onShare, signal);
    case 'material':
      return source.handle;
    case 'address':
    default:
      return source.address;
  }
}

/** A preview of the video, which also reads its duration and size. */
function Preview({ source, onFacts }: { source: Source; onFacts: (facts: VideoFacts | null) => void }) {
  const url = useUrl(source);
  return url === null ? (
    <div class="setup-blank soft small">Downloaded when the run starts.</div>
  ) : (
    // A new element for each video, so that facts of the previous video do not overwrite new ones.
    <FirstFrame key={url} url={url} onFacts={onFacts} />
  );
}

/** The video in the browser's own player, or a message if it cannot play the file. */
function FirstFrame({ url, onFacts }: { url: string; onFacts: (facts: VideoFacts | null) => void }) {
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => () => onFacts(null), []);
  if (isUnreadable) {
    return (
      <div class="setup-blank soft small">
        This browser cannot show a preview. The engine may still be able to read the file.
      </div>
    );
  }
  return (
    <video
      class="setup-video"
      src={url}
      muted
      playsInline
      controls
      preload="auto"
      aria-label="Video"
      onLoadedMetadata={({ currentTarget: { duration, videoWidth, videoHeight } }) => {
        if (Number.isFinite(duration)) {
          onFacts({ durationSeconds: duration, width: videoWidth, height: videoHeight });
        }
        // If the browser cannot decode the video track, it plays only the audio.
        setUnreadable(videoWidth === 0);
      }}
      onError={() => setUnreadable(true)}
    />
  );
}

function useUrl(source: Source): string | null {
  const url = useMemo(() => {
    if (source.kind === 'file') {
      return URL.createObjectURL(source.file);
    }
    return source.kind === 'material' ? source.url : null;
  }, [source]);
  useEffect(() => () => (url?.startsWith('blob:') === true ? URL.revokeObjectURL(url) : undefined), [url]);
  return url;
}

function toFactsLine(source: Source, facts: VideoFacts | null): string {
  const size = getSize(source);
  const parts = [
    ...(facts ? [toTimecode(facts.durationSeconds)] : []),
    ...(facts && facts.width > 0 ? [`${facts.width} × ${facts.height}`] : []),
    ...(size === null ? [] : [toSize(size)]),
  ];
  return parts.join(' · ');
}
