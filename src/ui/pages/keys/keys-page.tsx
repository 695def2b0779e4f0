import { useState } from 'preact/hooks';
import { call, type DataOf } from '#ui/app/client.ts';
import { firstKey } from '#ui/app/first-key.ts';
import { toAge } from '#ui/kit/format.ts';
import { toHref } from '#ui/app/navigation.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { CopyField } from '#ui/kit/parts/copy-field.tsx';
import { Empty, Page, Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { KeyForm } from './key-form.tsx';

type Key = DataOf<'listKeys'>[number];

/** The page of the API keys: created, shown once, limited and revoked here. */
export function KeysPage() {
  // The first key is created while the page is open.
  const { loaded, again } = useLoad((signal) => call('listKeys', { signal }), firstKey.value?.id);
  const [made, setMade] = useState<DataOf<'createKey'> | null>(null);
  const [isMaking, setMaking] = useState(false);
  const revoke = async (key: Key): Promise<void> => {
    await call('revokeKey', { params: { keyId: key.id } });
    setMade((before) => (before?.id === key.id ? null : before));
    again();
  };
  const take = (key: DataOf<'createKey'>): void => {
    setMade(key);
    setMaking(false);
    again();
  };
  const newButton = isMaking ? null : (
    <button type="button" class="button button-primary" onClick={() => setMaking(true)}>
      New key
    </button>
  );
  return (
    <Page title="API keys" aside={newButton}>
      <p class="soft keys-lead">
        Scripts send a key in the header <code>Authorization: Bearer vk_…</code>. The pages of this workspace do not
        need a key. All calls are described in the <a href={toHref({ page: 'reference' })}>API reference</a>.
      </p>
      <FirstKey />
      {made && <Made made={made} title={made.name} onHide={() => setMade(null)} />}
      {isMaking && <KeyForm onMade={take} onCancel={() => setMaking(false)} />}
      <Reading loaded={loaded} again={again}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty sentence="No API keys yet. With a key, a script or agent can run recipes here, within limits that you set.">
              {!isMaking && (
                <button type="button" class="button" onClick={() => setMaking(true)}>
                  Create key
                </button>
              )}
            </Empty>
          ) : (
            <ul class="rows">
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke(key)} />
              ))}
            </ul>
          )
        }
      </Reading>
    </Page>
  );
}

/** The key that the first start created, until it is hidden or the page is reloaded. */
const FirstKey = () =>
  firstKey.value && <Made made={firstKey.value} title="Your first API key" onHide={() => (firstKey.value = null)} />;

function Made({ made, title, onHide }: { made: DataOf<'createKey'>; title: string; onHide: () => void }) {
  return (
    <section class="card stack" role="status" aria-label="New API key">
      <h2>{title}</h2>
      <p class="soft">The key is shown only once, so copy it now.</p>
      <CopyField label="API key" value={made.apiKey} />
      <div>
        <button type="button" class="button" onClick={onHide}>
          Saved, hide key
        </button>
      </div>
    </section>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: Key; onRevoke: () => Promise<void> }) {
  const isRevoked = apiKey.revokedAt !== null;
  return (
    <li class="row row-apart">
      <div class="grow stack stack-tight key-words">
        <p class={isRevoked ? 'soft' : ''}>
          <strong>{apiKey.name}</strong> <code class="soft">{apiKey.hint}…</code>
        </p>
        <p class="soft small num">{toLimits(apiKey)}</p>
      </div>
      {isRevoked ? (
        <span class="chip">Revoked</span>
      ) : (
        <ConfirmButton
          label="Revoke"
          name={`Revoke ${apiKey.name}`}
          title={`Revoke ${apiKey.name}?`}
          onConfirm={onRevoke}
        >
          Scripts and agents that use this key stop working immediately. This cannot be undone.
        </ConfirmButton>
      )}
    </li>
  );
}

function toLimits({ scopes, recipes, createdAt, lastUsedAt, ...credits }: Key): string {
  const parts = [
    scopes.length === 8 ? 'all scopes' : scopes.join(', '),
    recipes === null ? 'all recipes' : recipes.join(', '),
    toSpent(credits),
    lastUsedAt === null ? 'never used' : `used ${toAge(Date.parse(lastUsedAt), Date.now())}`,
    `created ${toAge(Date.parse(createdAt), Date.now())}`,
  ];
  return parts.join(' · ');
}

/** Returns the spending of a key: `10 credits spent`, `10 of 25 credits spent, 5 reserved`. */
function toSpent({
  spendCapCredits,
  spentCredits,
  reservedCredits,
}: Pick<Key, 'spendCapCredits' | 'spentCredits' | 'reservedCredits'>): string {
  const spent = `${spentCredits}${spendCapCredits === null ? '' : ` of ${spendCapCredits}`} credits spent`;
  return reservedCredits === 0 ? spent : `${spent}, ${reservedCredits} reserved`;
}
