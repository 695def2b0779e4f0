import { toAddress } from '#ui/app/base.ts';
import { call } from '#ui/app/client.ts';
import { recentJobs } from '#ui/pages/jobs/jobs.ts';
import { ConfirmButton } from './confirm.tsx';
import { forgetWork } from './forget-work.ts';

/** Deletes everything that this browser stores, after a confirmation. */
export function DeleteEverything() {
  const reset = async (): Promise<void> => {
    await call('reset', { body: {} });
    [sessionStorage, localStorage].forEach(forgetWork);
    recentJobs.value = null;
    // This page's key is deleted too: a reloaded page opens a new session.
    location.assign(toAddress(''));
  };
  return (
    <section class="stack stack-tight" aria-labelledby="everything">
      <h2 id="everything">Everything</h2>
      <p class="soft">Keys, jobs, media, results, canvases, and downloaded or added models.</p>
      <div>
        <ConfirmButton label="Delete everything" title="Delete everything?" onConfirm={reset}>
          All keys stop working, and all videos, results and models in this browser are deleted permanently. Download
          the files that you need first.
        </ConfirmButton>
      </div>
    </section>
  );
}
