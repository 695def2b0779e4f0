import { useEffect, useState } from 'preact/hooks';
import { account, refreshAccount } from '../account.ts';
import { toAddress } from '../base.ts';
import { call, type DataOf } from '../client.ts';
import { toAge, toCount, toDate, toPercent, toSize } from '../format.ts';
import { refreshMaterials } from '../materials.ts';
import { recentJobs } from '../jobs.ts';
import { toHref } from '../navigation.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Empty, Page, Reading } from '../parts/page.tsx';
import { Progress } from '../parts/progress.tsx';
import { useLoad } from '../use-load.ts';

type Material = DataOf<'listMaterials'>[number];

/** What is kept in this browser, how much room it takes, and how it goes away. */
export function MaterialsPage() {
  const { loaded, again } = useLoad(refreshMaterials);
  useEffect(() => void refreshAccount().catch(() => undefined), []);
  const remove = async ({ material }: Material): Promise<void> => {
    await call('deleteMaterial', { params: { material } });
    again();
    await refreshAccount();
  };
  return (
    <Page title="Materials and storage">
      <Storage />
      <section class="stack" aria-labelledby="materials">
        <h2 id="materials">Materials</h2>
        <Reading loaded={loaded} again={again}>
          {(materials) =>
            materials.length === 0 ? (
              <Empty sentence="No video is kept here.">
                <a class="button button-primary" href={toHref({ page: 'home', material: null })}>
                  Drop one
                </a>
              </Empty>
            ) : (
              <ul class="rows">
                {materials.map((material) => (
                  <MaterialRow key={material.material} material={material} onDelete={() => remove(material)} />
                ))}
              </ul>
            )
          }
        </Reading>
      </section>
      <Everything />
    </Page>
  );
}

function MaterialRow({ material, onDelete }: { material: Material; onDelete: () => Promise<void> }) {
  const createdMs = Date.parse(material.createdAt);
  return (
    <li class="row row-apart">
      <div class="grow material">
        <p class="ellipsis" title={material.name}>
          <a href={material.url} target="_blank" rel="noreferrer">
            {material.name}
          </a>
        </p>
        <p class="soft small num">
          {toSize(material.bytes)} · {material.mimeType} ·{' '}
          <time dateTime={material.createdAt} title={toDate(createdMs)}>
            {toAge(createdMs, Date.now())}
          </time>
          {material.sourceUrl !== undefined && ` · from ${new URL(material.sourceUrl).host}`}
        </p>
      </div>
      <a class="button" href={toHref({ page: 'home', material: material.material })}>
        Cut it out
      </a>
      <ConfirmButton
        label="Delete"
        name={`Delete ${material.name}`}
        title={`Delete ${material.name}?`}
        onConfirm={onDelete}
      >
        The bytes go for good. Results that were made from it stay.
      </ConfirmButton>
    </li>
  );
}

function Storage() {
  const storage = account.value?.storage;
  const isLasting = useIsLasting();
  if (!storage) {
    return <div class="bone bone-row" aria-busy="true" />;
  }
  const share = storage.quotaBytes > 0 ? Math.min(1, storage.usedBytes / storage.quotaBytes) : 0;
  return (
    <section class="stack stack-tight" aria-labelledby="storage">
      <h2 id="storage">Storage</h2>
      <p class="num">
        <strong>{toSize(storage.usedBytes)}</strong> of {toSize(storage.quotaBytes)} used ({toPercent(share)}), in{' '}
        {toCount(storage.files, 'file')}
      </p>
      <Progress label="Storage used" share={share} />
      <p class="soft small">
        {isLasting
          ? 'The browser keeps this until you delete it.'
          : 'The browser may delete this when space is short. Install Offcut, or let it keep data, to make it last.'}
      </p>
    </section>
  );
}

function useIsLasting(): boolean {
  const [isLasting, setLasting] = useState(true);
  useEffect(() => {
    void navigator.storage.persisted().then(setLasting);
  }, []);
  return isLasting;
}

function Everything() {
  const reset = async (): Promise<void> => {
    await call('reset', { body: {} });
    recentJobs.value = null;
    // Every tab has a key of what is gone: a fresh page begins from nothing.
    location.assign(toAddress(''));
  };
  return (
    <section class="stack stack-tight" aria-labelledby="everything">
      <h2 id="everything">Everything</h2>
      <p class="soft">Keys, jobs, materials, results and canvases.</p>
      <div>
        <ConfirmButton label="Delete everything" title="Delete everything?" onConfirm={reset}>
          All keys stop working, and all videos and results in this browser go for good. Download what you want to keep
          first.
        </ConfirmButton>
      </div>
    </section>
  );
}
