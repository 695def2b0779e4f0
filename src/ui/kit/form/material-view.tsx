import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { toSize, toTimecode } from '../format.ts';
import { findMaterialName, keptMaterials } from '#ui/pages/materials/materials.ts';

/** A selected material in the browser's own player, with its name and facts; `children` are its actions. */
export function MaterialView({ material, children }: { material: string; children: ComponentChildren }) {
  const kept = keptMaterials.value?.find((each) => each.material === material);
  const facts = kept && [
    ...(kept.durationSeconds === undefined ? [] : [toTimecode(kept.durationSeconds)]),
    ...(kept.width === undefined ? [] : [`${kept.width} × ${kept.height}`]),
    toSize(kept.bytes),
  ];
  return (
    <div class="picked">
      {kept ? (
        <Media kind={kept.kind} url={kept.url} name={kept.name} />
      ) : (
        <div class="setup-blank soft small">{toAbsence(material)}</div>
      )}
      <div class="stack stack-tight">
        <p class="ellipsis" title={findMaterialName(material) ?? material}>
          {findMaterialName(material) ?? material}
        </p>
        {facts && <p class="soft small num">{facts.join(' · ')}</p>}
        <div class="row">{children}</div>
      </div>
    </div>
  );
}

/** The reason why a material has no preview. */
function toAbsence(material: string): string {
  if (material.startsWith('https://')) {
    return 'Downloaded when the run starts.';
  }
  return keptMaterials.value === null ? 'Loading' : 'No longer available. Choose another.';
}

function Media({ kind, url, name }: { kind: string; url: string; name: string }) {
  const [isUnreadable, setUnreadable] = useState(false);
  if (isUnreadable) {
    return (
      <div class="setup-blank soft small">
        This browser cannot show a preview. The engine may still be able to read the file.
      </div>
    );
  }
  const common = { src: url, onError: () => setUnreadable(true) };
  if (kind === 'picture') {
    return <img class="setup-video" alt={name} {...common} />;
  }
  return kind === 'sound' ? (
    <audio class="wide" controls preload="metadata" aria-label={name} {...common} />
  ) : (
    <video class="setup-video" muted playsInline controls preload="metadata" aria-label={name} {...common} />
  );
}
