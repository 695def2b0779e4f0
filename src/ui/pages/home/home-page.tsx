import { useEffect, useRef, useState } from 'preact/hooks';
import { getMediaKind } from '#core/model/media-kind.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { refreshMaterials } from '#ui/pages/materials/materials.ts';
import { fromHere, toHref } from '#ui/app/navigation.ts';
import { InTurn } from '#ui/kit/parts/in-turn.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { findKindProblem } from '#ui/kit/parts/media-kinds.ts';
import { Page } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { uploadFile } from '#ui/kit/uploads/upload.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { forgetChoice, keepSource, readLastSource } from './last-choice.ts';
import { Picker } from './picker.tsx';
import { Recipes } from './recipes.tsx';
import { Setup } from './setup.tsx';
import './home.css';
import { getHandle, getKind, getName, toMaterialSource, type Source } from './source.ts';
import { toAddress } from '#ui/app/base.ts';
import { findBridge } from '#ui/app/host.ts';

const OtherFiles = later(async () => (await import('./other-files.tsx')).OtherFiles);
const Start = later(async () => (await import('./start.tsx')).Start);
const EditFiles = later(async () => (await import('../canvases/open-files.tsx')).EditFiles);

/** The page that starts a video: an empty one, one of files, or a run of a recipe. `materialHandle` selects a stored material. */
export function HomePage({ materialHandle }: { materialHandle: string | null }) {
  const { source, files, error, take, takeFiles, dismissFiles } = useChoice(materialHandle);
  useEffect(loadJobPage, []);
  return (
    <Page title={source === null ? 'What do you want to make?' : 'Remove background'}>
      {error && (
        <Problem error={error}>
          {error.code === 'UNSUPPORTED_MEDIA' && <a href={toHref({ page: 'materials' })}>Go to Media</a>}
        </Problem>
      )}
      {error && files.length === 1 && <EditFiles files={files} label="Edit in a new video" onOpened={forgetChoice} />}
      {files.length > 1 && <OtherFiles key={files[0]?.name} files={files} chosen={source} onDismiss={dismissFiles} />}
      {source === null ? (
        <>
          <div class="start-place">
            <Start />
          </div>
          <Picker onPick={take} onFiles={takeFiles} />
        </>
      ) : (
        <Setup source={source} onChange={take} onFiles={takeFiles} />
      )}
      <InTurn>
        <Others source={source} />
        <Privacy />
      </InTurn>
    </Page>
  );
}

/** The selected video, the files that were selected with it, and the reason why a selection was refused. */
function useChoice(materialHandle: string | null) {
  const [source, setSource] = useState(() => readLastSource(materialHandle));
  const [error, setError] = useState<OffcutError | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const isChosen = useRef(false);
  const take = (next: Source | null, all: readonly File[] = []): void => {
    isChosen.current = true;
    setFiles(all);
    const refused = next === null ? null : findRefusal(next);
    setError(refused);
    if (refused === null) {
      keepSource(next);
      setSource(next);
    }
  };
  useEffect(() => {
    if (materialHandle !== null) {
      // Keeps a video that was selected during the lookup.
      findMaterial(materialHandle).then(
        (found) => isChosen.current || take(found),
        (thrown: unknown) => isChosen.current || setError(toError(thrown)),
      );
    }
  }, [materialHandle]);
  return {
    source,
    files,
    error,
    take: (next: Source | null) => take(next),
    /** Selects one video for a recipe. All files together can become a new video. */
    takeFiles: (all: readonly File[]): void => {
      const file = all.find(({ type }) => getMediaKind(type) === 'video') ?? all[0];
      take(file ? { kind: 'file', file } : null, all);
    },
    dismissFiles: () => setFiles([]),
  };
}

/** The recipes. With a selected file, a click on a recipe uploads the file first, then opens the recipe's page. */
function Others({ source }: { source: Source | null }) {
  const { run, isBusy, error } = useAction();
  const [share, setShare] = useState<number | null>(null);
  const choose =
    source?.kind === 'file'
      ? (recipeId: string): void =>
          run(async () => {
            const goOn = fromHere();
            const material = await uploadFile(source.file, setShare, new AbortController().signal);
            await refreshMaterials();
            goOn({ page: 'recipe', recipeId, material });
          })
      : null;
  return (
    <>
      {isBusy && <Progress label="Adding video" share={share} />}
      {error && <Problem error={error} />}
      <Recipes material={source === null ? null : getHandle(source)} onChoose={choose} />
    </>
  );
}

/** Preloads the page that a run opens. Returns a function that cancels the preload. */
function loadJobPage(): () => void {
  const timer = setTimeout(() => void import('#ui/pages/job/job-page.tsx').catch(() => undefined), 2000);
  return () => clearTimeout(timer);
}

async function findMaterial(handle: string): Promise<Source> {
  const material = (await refreshMaterials()).find((each) => each.material === handle);
  if (!material) {
    throw new OffcutError({
      code: 'MATERIAL_NOT_FOUND',
      message: 'This file is no longer available. Drop the video again.',
    });
  }
  return toMaterialSource(material);
}

/** Returns why a source cannot be used, before the upload; null for one that may be a video. */
function findRefusal(source: Source): OffcutError | null {
  const message = findKindProblem(getName(source), getKind(source));
  return message === null ? null : new OffcutError({ code: 'UNSUPPORTED_MEDIA', message });
}

/** The data that leaves this device, and the mechanism that enforces this. */
function Privacy() {
  return (
    <footer class="small soft stack stack-tight privacy">
      <p>
        <strong>Nothing left this device.</strong> Videos are processed and stored in this browser. The content security
        policy of this page only allows requests to its own site
        {findBridge() === null ? '' : ', which is a server on this machine'}. Other hosts are contacted only for links
        that you paste and models that you download.
      </p>
      <p class="row">
        <a href={toHref({ page: 'privacy' })}>View stored data and requests</a>
        <a href={toAddress('notices.html')} target="_blank" rel="noreferrer">
          Licenses
        </a>
      </p>
    </footer>
  );
}
