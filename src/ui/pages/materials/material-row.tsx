import { call } from '#ui/app/client.ts';
import { toAge, toDate, toSize, toTimecode } from '#ui/kit/format.ts';
import { toHref } from '#ui/app/navigation.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { kindLabels } from '#ui/kit/parts/media-kinds.ts';
import { EditMaterials } from '../canvases/edit-materials.tsx';
import { AddButton } from './material-tools.tsx';
import type { Material } from './materials.ts';
import { Thumbnail } from '#ui/kit/parts/thumbnail.tsx';

/** A material in the list: its preview, its facts and its actions. */
export function MaterialRow(props: {
  material: Material;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onDeleted: () => void;
}) {
  const { material, isSelected, onSelect, onDeleted } = props;
  const { kind } = material;
  return (
    <li class="material">
      <input
        type="checkbox"
        aria-label={`Select ${material.name}`}
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      <Thumbnail material={material.material} kind={kind} />
      <div class="material-about stack stack-tight">
        <div>
          <p class="ellipsis" title={material.name}>
            <a href={material.url} target="_blank" rel="noreferrer">
              {material.name}
            </a>
          </p>
          <Facts material={material} />
        </div>
        {kind === 'sound' && <audio src={material.url} controls preload="none" aria-label={material.name} />}
      </div>
      <Actions material={material} onDeleted={onDeleted} />
    </li>
  );
}

function Actions({ material, onDeleted }: { material: Material; onDeleted: () => void }) {
  const { kind } = material;
  return (
    <div class="row material-actions">
      {kind !== 'font' && material.fault === undefined && (
        <>
          <EditMaterials
            materials={[material.material]}
            fileName={material.name}
            label="Edit"
            name={`Edit ${material.name}`}
          />
          <AddButton materials={[material]} name={`Add to canvas: ${material.name}`} />
        </>
      )}
      {kind === 'video' && material.fault === undefined && (
        <a
          class="button button-quiet"
          aria-label={`Remove background of ${material.name}`}
          href={toHref({ page: 'home', material: material.material })}
        >
          Remove background
        </a>
      )}
      <ConfirmButton
        label="Delete"
        name={`Delete ${material.name}`}
        look="button-quiet"
        title={`Delete ${material.name}?`}
        onConfirm={async () => {
          await call('deleteMaterial', { params: { material: material.material } });
          onDeleted();
        }}
      >
        The file is deleted permanently. Results created from it stay.
      </ConfirmButton>
    </div>
  );
}

function Facts({ material }: { material: Material }) {
  const { kind, width, height, durationSeconds, bytes, createdAt, folder, sourceUrl, fault } = material;
  const createdMs = Date.parse(createdAt);
  const facts = [
    kindLabels[kind],
    ...(durationSeconds === undefined ? [] : [toTimecode(durationSeconds)]),
    ...(width === undefined || height === undefined ? [] : [`${width} × ${height}`]),
    toSize(bytes),
  ];
  return (
    <p class="soft small num">
      {facts.join(' · ')} ·{' '}
      <time dateTime={createdAt} title={toDate(createdMs)}>
        {toAge(createdMs, Date.now())}
      </time>
      {folder !== undefined && ` · ${folder}`}
      {sourceUrl !== undefined && ` · from ${new URL(sourceUrl).host}`}
      {fault !== undefined && <span class="bad"> · {fault}</span>}
    </p>
  );
}
