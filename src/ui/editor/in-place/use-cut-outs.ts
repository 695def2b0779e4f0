import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { recentJobs } from '../../jobs.ts';
import { useEditor } from '../editor.ts';
import { findOlderJob, isSettledByItself, openCanvasId, runsHere, settleCutOut } from './cut-out-runs.ts';

/** While the editor is open, finished cut-outs that were started in it take the places of their clips. */
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
        // What failed is said in the list of work, where it can be tried again.
        void settleCutOut(editor, run).catch(() => undefined);
      }
    }
  });
}
