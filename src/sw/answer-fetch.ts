import { isApiPath } from '#api/api.ts';
import { awakePath, type Wakefulness } from '#wire/awake.ts';
import type { Downloads } from './downloads.ts';
import type { Shell } from './shell.ts';

type Parts = {
  readonly base: URL;
  readonly api: (request: Request) => Promise<Response>;
  readonly shell: Shell;
  readonly downloads: Downloads;
  readonly awake: Wakefulness;
};

/** Answers requests below `base`, from the API or the files of the site. All other requests go to the network. */
export function answerFetch({ base, api, shell, downloads, awake }: Parts, event: FetchEvent): void {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) {
    return;
  }
  if (url.pathname === base.pathname + awakePath) {
    event.respondWith(new Response(null, { status: 204 }));
    return;
  }
  if (!isApiPath(url, base)) {
    event.respondWith(shell.answer(request));
    return;
  }
  const answer = api(request);
  event.respondWith(answer);
  // A download outlasts the call by minutes. If the browser ends the service worker, the next call resumes the download.
  const downloading = answer.then(() => downloads.wake());
  awake.during(downloading);
  event.waitUntil(downloading);
}
