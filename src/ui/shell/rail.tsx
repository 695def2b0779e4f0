import type { ComponentChildren } from 'preact';
import { toAddress } from '../base.ts';
import { route, toHref } from '../navigation.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import type { Route } from '../router.ts';

type Place =
  | {
      readonly page:
        | 'jobs'
        | 'materials'
        | 'canvases'
        | 'models'
        | 'keys'
        | 'ledger'
        | 'privacy'
        | 'reference'
        | 'settings';
    }
  | { page: 'home'; material: null };

/** The navigation: a rail at the side, or a bar at the bottom of a phone. */
export function Rail() {
  return (
    <nav class="rail" aria-label="Workspace">
      <Brand />
      <ul>
        <Entry to={{ page: 'home', material: null }} icon="home">
          Home
        </Entry>
        <Entry to={{ page: 'jobs' }} icon="jobs">
          Jobs
        </Entry>
        <Entry to={{ page: 'materials' }} icon="materials">
          Materials
        </Entry>
        <Entry to={{ page: 'canvases' }} icon="materials">
          Canvases
        </Entry>
        <Entry to={{ page: 'keys' }} icon="keys" look="rail-gap">
          <span class="only-wide">API keys</span>
          <span class="only-narrow">Keys</span>
        </Entry>
        <Entry to={{ page: 'reference' }} icon="reference" look="rail-wide">
          API reference
        </Entry>
        <Entry to={{ page: 'models' }} icon="models" look="rail-gap">
          <span class="only-wide">Storage and models</span>
          <span class="only-narrow">Models</span>
        </Entry>
        <Entry to={{ page: 'settings' }} icon="settings">
          Settings
        </Entry>
      </ul>
    </nav>
  );
}

export function Brand() {
  return (
    <a class="brand" href={toHref({ page: 'home', material: null })}>
      <img src={toAddress('icons/mark.svg')} alt="" width={24} height={24} />
      <span class="brand-name">Offcut</span>
    </a>
  );
}

function Entry(props: { to: Place; icon: IconName; look?: string; children: ComponentChildren }) {
  const isCurrent = areaOf(route.value) === props.to.page;
  return (
    <li class={props.look}>
      <a href={toHref(props.to)} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
        <Icon name={props.icon} />
        {props.children}
      </a>
    </li>
  );
}

/** The entry of the rail that a page belongs to. */
function areaOf({ page }: Route): Route['page'] {
  if (page === 'job') {
    return 'jobs';
  }
  return page === 'canvas' ? 'canvases' : page;
}
