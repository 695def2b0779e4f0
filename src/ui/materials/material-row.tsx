import { useState } from 'preact/hooks';
import { call, type DataOf } from '../client.ts';
import { toAge, toDate, toSize } from '../format.ts';
import { toHref } from '../navigation.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { kindLabels } from '../parts/media-kinds.ts';

type Material = DataOf<'listMaterials'>[number];

/** A material in the list: its preview, its facts and its actions. */
export function MaterialRow({ material, onDeleted }: { material: Material; onDeleted: () => void }) {
  const { kind } = material;
  return (
    <li class="material">
      <Thumbnail material={material} />
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
        {kind === 'video' && (
          <a class="button" href={toHref({ page: 'home', material: material.material })}>
            Cut it out
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
          The bytes go for good. Results that were made from it stay.
        </ConfirmButton>
      </div>
    </li>
  );
}

function Facts({ material }: { material: Material }) {
  const createdMs = Date.parse(material.createdAt);
  return (
    <p class="soft small num">
      {kindLabels[material.kind]} · {toSize(material.bytes)} · {material.mimeType} ·{' '}
      <time dateTime={material.createdAt} title={toDate(createdMs)}>
        {toAge(createdMs, Date.now())}
      </time>
      {material.sourceUrl !== undefined && ` · from ${new URL(material.sourceUrl).host}`}
    </p>
  );
}

/** The picture or the first frame of a material; an icon for sound and for files that this browser cannot show. */
function Thumbnail({ material: { kind, url } }: { material: Material }) {
  const [isUnreadable, setUnreadable] = useState(false);
  if (kind === 'sound' || isUnreadable) {
    return (
      <div class="thumbnail">
        <Icon name={kind === 'sound' ? 'sound' : 'materials'} />
      </div>
    );
  }
  return (
    <div class="thumbnail" aria-hidden="true">
      {kind === 'picture' ? (
        <img src={url} alt="" loading="lazy" onError={() => setUnreadable(true)} />
      ) : (
        // The fragment seeks to a frame: without it some browsers show nothing before the video is played.
        <video src={`${url}#t=0.1`} muted playsInline preload="metadata" onError={() => setUnreadable(true)} />
      )}
    </div>
  );
}
