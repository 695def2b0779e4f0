import { useMemo } from 'preact/hooks';
import { announcement } from './announce.ts';
import { canvasAhead } from '#ui/pages/canvas/canvas-ahead.ts';
import { HomePage } from '#ui/pages/home/home-page.tsx';
import { route, toHref } from './navigation.ts';
import { KeysPage } from '#ui/pages/keys/keys-page.tsx';
import { MaterialsPage } from '#ui/pages/materials/materials-page.tsx';
import { ModelsPage } from '#ui/pages/models/models-page.tsx';
import { SettingsPage } from '#ui/pages/settings/settings-page.tsx';
import { UploadPage } from '#ui/pages/upload/upload-page.tsx';
import { Guard } from '#ui/kit/parts/guard.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { lostUploads } from '#ui/kit/uploads/pending-uploads.ts';
import { Page } from '#ui/kit/parts/page.tsx';
import { Notices } from './shell/notices.tsx';
import { Rail } from './shell/rail.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { nextTurn } from './turns.ts';

const CanvasesPage = later(async () => (await import('#ui/pages/canvases/canvases-page.tsx')).CanvasesPage);
const EditorPage = later(async () => {
  // The schemas of documents and edits are large. Each set is created in its own task, after zod, which the schemas of
  // failures import. The modules that fetch their files load in the same way, although they block no file.
  const failures = import('#core/lib/failure.ts');
  await nextTurn();
  const documents = import('#core/timeline/document.ts');
  await nextTurn();
  const edits = import('#core/timeline/edit.ts');
  await nextTurn();
  const [{ EditorPage }] = await Promise.all([import('#ui/editor/editor-page.tsx'), failures, documents, edits]);
  return EditorPage;
});
const LostUploads = later(async () => (await import('./shell/lost-uploads.tsx')).LostUploads);
const JobPage = later(async () => (await import('#ui/pages/job/job-page.tsx')).JobPage);
const JobsPage = later(async () => (await import('#ui/pages/jobs/jobs-page.tsx')).JobsPage);
const LabPage = later(async () => (await import('#ui/pages/lab/lab-page.tsx')).LabPage);
const LedgerPage = later(async () => (await import('#ui/pages/ledger/ledger-page.tsx')).LedgerPage);
const PrivacyPage = later(async () => (await import('#ui/pages/privacy/privacy-page.tsx')).PrivacyPage);
const RecipePage = later(async () => (await import('#ui/pages/recipe/recipe-page.tsx')).RecipePage);
const ReferencePage = later(async () => (await import('#ui/pages/reference/reference-page.tsx')).ReferencePage);

/** The workspace: navigation, top bar and the current page. */
export function App() {
  return (
    <div class={route.value.page === 'canvas' ? 'shell shell-slim' : 'shell'}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Rail />
      <TopBar />
      <main id="main" class="main" tabIndex={-1}>
        <Notices />
        {lostUploads.value.length > 0 && <LostUploads />}
        <Guard>
          <CurrentPage />
        </Guard>
      </main>
      <p class="hidden-text" role="status">
        {announcement.value}
      </p>
    </div>
  );
}

function CurrentPage() {
  const to = route.value;
  switch (to.page) {
    case 'home':
      return <HomePage key={to.material ?? ''} materialHandle={to.material} />;
    case 'recipe':
      return <RecipePage key={to.recipeId} recipeId={to.recipeId} material={to.material} />;
    case 'jobs':
      return <JobsPage />;
    case 'job':
      return <JobPage key={to.jobId} jobId={to.jobId} />;
    case 'materials':
      return <MaterialsPage />;
    case 'canvases':
      return <CanvasesPage />;
    case 'models':
      return <ModelsPage />;
    case 'keys':
      return <KeysPage />;
    case 'ledger':
      return <LedgerPage />;
    case 'privacy':
      return <PrivacyPage />;
    case 'lab':
      return <LabPage />;
    case 'settings':
      return <SettingsPage />;
    case 'canvas':
      return <Canvas key={to.canvasId} canvasId={to.canvasId} />;
    case 'upload':
      return <UploadPage key={to.ticket} ticket={to.ticket} />;
    case 'reference':
      return <ReferencePage />;
    case 'missing':
    default:
      return (
        <Page title="Page not found">
          <p>
            Check the link, or go back to the start page. <a href={toHref({ page: 'home', material: null })}>Go home</a>
          </p>
        </Page>
      );
  }
}

/** The canvas is read while the editor's code is fetched. */
function Canvas({ canvasId }: { canvasId: string }) {
  useMemo(() => canvasAhead.begin(canvasId), [canvasId]);
  return <EditorPage canvasId={canvasId} />;
}
