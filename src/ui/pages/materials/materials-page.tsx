import { useEffect } from 'preact/hooks';
import { account, refreshAccount } from '#ui/app/account.ts';
import { toSize } from '#ui/kit/format.ts';
import { AddMaterial } from './add-material.tsx';
import { MaterialRow } from './material-row.tsx';
import { keptMaterials, refreshMaterials } from './materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Page, Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';

/** The page of the stored files, where the user adds and deletes them. */
export function MaterialsPage() {
  const { loaded, again } = useLoad(refreshMaterials);
  useEffect(() => void refreshAccount().catch(() => undefined), [loaded]);
  // Uses the live list instead of the loaded data: facts of a new file appear while it is shown.
  const materials = keptMaterials.value ?? [];
  return (
    <Page title="Media" aside={<StorageLine />}>
      <Reading loaded={loaded} again={again}>
        {() => (
          <>
            <AddMaterial isFirst={materials.length === 0} onAdded={again} />
            <ul class="rows">
              {materials.map((material) => (
                <MaterialRow key={material.material} material={material} onDeleted={again} />
              ))}
            </ul>
          </>
        )}
      </Reading>
    </Page>
  );
}

/** The used and the available storage, with a link to free some. */
function StorageLine() {
  const storage = account.value?.storage;
  return (
    <a class="soft small num" href={toHref({ page: 'models' })}>
      {storage ? `${toSize(storage.usedBytes)} of ${toSize(storage.quotaBytes)} used` : 'Storage'}
    </a>
  );
}
