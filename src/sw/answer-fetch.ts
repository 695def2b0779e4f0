import { isApiPath } from '#api/api.ts';
import { awakePath, type Wakefulness } from '#wire/awake.ts';
import type { Downloads } from './downloads.ts';
import type { Shell } from './shell.ts';

/** The response of a call, and the work that outlasts it by minutes. */
type Answered = { readonly answer: Promise<Response>; readonly work: Promise<void> };

type Parts = { readonly base: URL; readonly call: (request: Request) => Answered; readonly shell: Shell };

type CallParts = {
  readonly api: (request: Request) => Promise<Response>;
  readonly downloads: Downloads;
  readonly awake: Wakefulness;
};

/** Calls the API. Each call resumes the downloads of a service worker that the browser has ended. */
export function callApi({ api, downloads, awake }: CallParts, request: Request): Answered {
  const answer = api(request);
  const work = answer.then(() => downloads.wake());
  awake.during(work);
  return { answer, work };
}

/** Answers requests below `base`, from the API or the files of the site. All other requests go to the network. */
export function answerFetch({ base, call, shell }: Parts, event: FetchEvent): void {
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
  const { answer, work } = call(request);
  event.respondWith(answer);
  event.waitUntil(work);
}
