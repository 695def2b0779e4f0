import type { ComponentChildren } from 'preact';
import { route, toHref } from '#ui/app/navigation.ts';
import { forPeople } from './for-people.ts';

/** The message of an error, with the next step. */
export function Problem(props: {
  error: { readonly code: string; readonly message: string };
  children?: ComponentChildren;
}) {
  return (
    <div class="note note-bad stack stack-tight" role="alert">
      <p>{forPeople(props.error.message)}</p>
      <div class="row">
        {props.children}
        <NextStep errorCode={props.error.code} />
      </div>
    </div>
  );
}

/** The link that resolves a failure, for codes that a page of the workspace can resolve. */
export function NextStep({ errorCode }: { errorCode: string }) {
  switch (errorCode) {
    case 'INSUFFICIENT_CREDITS':
      return <a href={toHref({ page: 'settings' })}>Set balance</a>;
    case 'STORAGE_FULL':
      // Opens in a new tab: leaving this one would discard the selected file, or unsaved edits.
      return route.value.page === 'models' ? null : (
        <a href={toHref({ page: 'models' })} target="_blank" rel="noopener">
          Free storage in a new tab
        </a>
      );
    case 'MODEL_NOT_FOUND':
    case 'MODEL_UNREACHABLE':
    case 'MODEL_UNUSABLE':
    case 'MODEL_NOT_INSTALLED':
      return route.value.page === 'models' ? null : <a href={toHref({ page: 'models' })}>View models</a>;
    case 'IN_FLIGHT':
      return <a href={toHref({ page: 'jobs' })}>View current run</a>;
    case 'MATERIAL_NOT_FOUND':
      return route.value.page === 'materials' ? null : <a href={toHref({ page: 'materials' })}>All media</a>;
    case 'TICKET_EXPIRED':
    case 'TICKET_NOT_FOUND':
    case 'TICKET_USED':
      return (
        <span>
          Ask for a new link where you got this one, or{' '}
          <a href={toHref({ page: 'materials' })}>add the file to Media</a>.
        </span>
      );
    case 'CANVAS_NOT_FOUND':
      return <a href={toHref({ page: 'canvases' })}>All canvases</a>;
    case 'JOB_NOT_FOUND':
      return <a href={toHref({ page: 'jobs' })}>All jobs</a>;
    case 'SPEND_CAP_REACHED':
    case 'RECIPE_NOT_ALLOWED':
    case 'SCOPE_DENIED':
      return <a href={toHref({ page: 'keys' })}>View API keys</a>;
    case 'ENGINE_UNAVAILABLE':
    case 'UNAUTHORIZED':
    case 'UNREACHABLE':
      return (
        <button type="button" class="link-button" onClick={() => location.reload()}>
          Reload
        </button>
      );
    default:
      return null;
  }
}
