import { useEffect } from 'preact/hooks';
import { account, refreshAccount } from '../account.ts';
import { call, type DataOf } from '../client.ts';
import { toAge, toDate, toSize } from '../format.ts';
import { refreshMaterials } from '../materials.ts';
import { toHref } from '../navigation.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Empty, Page, Reading } from '../parts/page.tsx';
import { useLoad } from '../use-load.ts';

type Material = DataOf<'listMaterials'>[number];

/** The videos that are kept in this browser, and how they go away. */
export function MaterialsPage() {
  const { loaded, again } = useLoad(refreshMaterials);
  useEffect(() => void refreshAccount().catch(() => undefined), []);
  const remove = async ({ material }: Material): Promise<void> => {
    await call('deleteMaterial', { params: { material } });
    again();
    await refreshAccount();
  };
  return (
    <Page title="Materials" aside={<StorageLine />}>
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

/** How much room there is, and where more of it can be made. */
function StorageLine() {
  const storage = account.value?.storage;
  return (
    <a class="soft small num" href={toHref({ page: 'models' })}>
      {storage ? `${toSize(storage.usedBytes)} of ${toSize(storage.quotaBytes)} used` : 'Storage'}
    </a>
  );
}
