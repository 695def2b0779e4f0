import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { toAddress } from '../base.ts';
import { isPhone } from '#ui/kit/narrow.ts';
import { route, toHref } from '../navigation.ts';
import { Icon, type IconName } from '#ui/kit/parts/icon.tsx';
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
        | 'lab'
        | 'reference'
        | 'settings';
    }
  | { page: 'home'; material: null };

/** The navigation: a rail at the side, or a bar at the bottom of a phone; in landscape orientation at the side too. */
export function Rail() {
  return (
    <nav class="rail" aria-label="Workspace">
      <Brand />
      <ul>
        <Entry to={{ page: 'home', material: null }} icon="home">
          Home
        </Entry>
        <Entry to={{ page: 'canvases' }} icon="canvases">
          Canvases
        </Entry>
        <Entry to={{ page: 'materials' }} icon="materials">
          Media
        </Entry>
        <Entry to={{ page: 'jobs' }} icon="jobs">
          Jobs
        </Entry>
        <Entry to={{ page: 'privacy' }} icon="privacy" look="rail-gap rail-wide">
          Privacy
        </Entry>
        <Entry to={{ page: 'settings' }} icon="settings">
          Settings
        </Entry>
        <Developer />
      </ul>
    </nav>
  );
}

/** The pages for scripts and agents, which users who edit videos do not need. They are folded until one is open. */
function Developer() {
  const { page } = route.value;
  const isInside = developerPages.includes(page);
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="rail-gap rail-wide">
      <details open={isOpen || isInside} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Icon name="reference" />
          Developer
        </summary>
        <ul>
          <Entry to={{ page: 'reference' }} icon="reference">
            API reference
          </Entry>
          <Entry to={{ page: 'keys' }} icon="keys">
            API keys
          </Entry>
          <Entry to={{ page: 'ledger' }} icon="credits">
            Credits
          </Entry>
          <Entry to={{ page: 'models' }} icon="models">
            Storage and models
          </Entry>
          <Entry to={{ page: 'lab' }} icon="lab">
            Lab
          </Entry>
        </ul>
      </details>
    </li>
  );
}

export function Brand() {
  return (
    <a class="brand" href={toHref({ page: 'home', material: null })} aria-label="Offcut">
      <img src={toAddress('icons/mark.svg')} alt="" width={24} height={24} />
      <span class="brand-name">Offcut</span>
    </a>
  );
}

function Entry(props: { to: Place; icon: IconName; look?: string; children: ComponentChildren }) {
  const isCurrent = getArea(route.value) === props.to.page;
  return (
    <li class={props.look}>
      <a href={toHref(props.to)} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
        <Icon name={props.icon} />
        {props.children}
      </a>
    </li>
  );
}

/** Returns the rail entry of a page. On a phone the pages without an entry belong to the settings. */
function getArea({ page }: Route): Route['page'] {
  if (page === 'job') {
    return 'jobs';
  }
  if (isPhone.value && underSettings.includes(page)) {
    return 'settings';
  }
  return page === 'canvas' ? 'canvases' : page;
}

const developerPages: readonly Route['page'][] = ['reference', 'keys', 'ledger', 'lab', 'models'];
const underSettings: readonly Route['page'][] = [...developerPages, 'privacy'];
