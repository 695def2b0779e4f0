import { call, type DataOf } from '#ui/app/client.ts';
import { toAge, toDate, toSize, toTimecode } from '#ui/kit/format.ts';
import { toHref } from '#ui/app/navigation.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { kindLabels } from '#ui/kit/parts/media-kinds.ts';
import { Thumbnail } from '#ui/kit/parts/thumbnail.tsx';

type Material = DataOf<'listMaterials'>[number];

/** A material in the list: its preview, its facts and its actions. */
export function MaterialRow({ material, onDeleted }: { material: Material; onDeleted: () => void }) {
  const { kind } = material;
  return (
    <li class="material">
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
      <div class="row material-actions">
        {kind === 'video' && material.fault === undefined && (
          <a class="button" href={toHref({ page: 'home', material: material.material })}>
            Remove background
          </a>
        )}
        <ConfirmButton
          label="Delete"
          name={`Delete ${material.name}`}
          title={`Delete ${material.name}?`}
          onConfirm={async () => {
            await call('deleteMaterial', { params: { material: material.material } });
            onDeleted();
          }}
        >
          The file is deleted permanently. Results created from it stay.
        </ConfirmButton>
      </div>
    </li>
  );
}

function Facts({ material }: { material: Material }) {
  const { kind, width, height, durationSeconds, bytes, createdAt, sourceUrl, fault } = material;
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
      {sourceUrl !== undefined && ` · from ${new URL(sourceUrl).host}`}
      {fault !== undefined && <span class="bad"> · {fault}</span>}
    </p>
  );
}
