import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { recentJobs } from '#ui/pages/jobs/jobs.ts';
import { useEditor } from '../editor.ts';
import { findOlderJob, isSettledByItself, openCanvasId, runsHere, settleCutOut } from './cut-out-runs.ts';

/** Replaces the clips of completed background removals that were started in the open editor. */
export function useCutOuts(): void {
  const editor = useEditor();
  useEffect(() => {
    openCanvasId.value = editor.canvasId;
    return () => {
      openCanvasId.value = null;
    };
  }, [editor]);
  useSignalEffect(() => {
    const isListed = recentJobs.value !== null;
    for (const run of runsHere.value) {
      if (run.job === null && isListed) {
        void findOlderJob(run.note.jobId);
      } else if (isSettledByItself(run)) {
        // The list of work shows the failure and offers a retry.
        void settleCutOut(editor, run).catch(() => undefined);
      }
    }
  });
}
