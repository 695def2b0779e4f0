import { useEffect, useState } from 'preact/hooks';
import './materials.css';
import { account, refreshAccount } from '#ui/app/account.ts';
import { toSize } from '#ui/kit/format.ts';
import { AddMaterial } from './add-material.tsx';
import { countFolders, findMaterials, type Shown } from './folders.ts';
import { MaterialRow } from './material-row.tsx';
import { FindMaterials, SelectionBar } from './material-tools.tsx';
import { keptMaterials, refreshMaterials, type Material } from './materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Page, Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';

/** The page of the stored files, where the user adds, edits, sorts and deletes them. */
export function MaterialsPage() {
  const { loaded, again } = useLoad(refreshMaterials);
  useEffect(() => void refreshAccount().catch(() => undefined), [loaded]);
  return (
    <Page title="Media" aside={<StorageLine />}>
      <Reading loaded={loaded} again={again}>
        {/* Uses the live list instead of the loaded data: facts of a new file appear while it is shown. */}
        {() => <Materials materials={keptMaterials.value ?? []} again={again} />}
      </Reading>
    </Page>
  );
}

function Materials({ materials, again }: { materials: readonly Material[]; again: () => void }) {
  const [wanted, setWanted] = useState<Shown>({ kind: 'all' });
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const folders = countFolders(materials).map(({ name }) => name);
  // A folder disappears with its last file.
  const isGone = wanted.kind === 'folder' ? !folders.includes(wanted.name) : folders.length === 0;
  const shown: Shown = isGone ? { kind: 'all' } : wanted;
  const found = findMaterials(materials, shown, search);
  const selected = chosen.flatMap((id) => found.find(({ material }) => material === id) ?? []);
  return (
    <>
      <AddMaterial
        isFirst={materials.length === 0}
        folder={shown.kind === 'folder' ? shown.name : null}
        onAdded={again}
      />
      {materials.length > 0 && (
        <FindMaterials materials={materials} shown={shown} search={search} onShow={setWanted} onSearch={setSearch} />
      )}
      {selected.length > 0 && (
        <SelectionBar selected={selected} folders={folders} onDeleted={again} onClear={() => setChosen([])} />
      )}
      {materials.length > 0 && found.length === 0 && <p class="soft">No results.</p>}
      <ul class="rows">
        {found.map((material) => (
          <MaterialRow
            key={material.material}
            material={material}
            isSelected={chosen.includes(material.material)}
            onSelect={(isSelected) =>
              setChosen((before) => [
                ...before.filter((id) => id !== material.material),
                ...(isSelected ? [material.material] : []),
              ])
            }
            onDeleted={again}
          />
        ))}
      </ul>
    </>
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
