import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../envelope.ts';
import { firstKey } from '../first-key.ts';
import { refreshMaterials } from '../materials/materials.ts';
import { toHref } from '../navigation.ts';
import { findKindProblem } from '../parts/media-kinds.ts';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { FirstKey } from './first-key.tsx';
import { Picker } from './picker.tsx';
import { Privacy } from './privacy.tsx';
import { Recipes } from './recipes.tsx';
import { Setup } from './setup.tsx';
import { kindOf, nameOf, toMaterialSource, type Source } from './source.ts';

/** The page on which a run starts. `materialHandle` chooses a stored material. */
export function HomePage({ materialHandle }: { materialHandle: string | null }) {
  const [source, setSource] = useState<Source | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const take = (next: Source | null): void => {
    const refused = next === null ? null : findRefusal(next);
    setError(refused);
    if (refused === null) {
      setSource(next);
    }
  };
  useEffect(() => {
    if (materialHandle !== null) {
      findMaterial(materialHandle).then(take, (thrown: unknown) => setError(ApiError.from(thrown)));
    }
  }, [materialHandle]);
  return (
    <Page title="Cut the background out of a video">
      {error && (
        <Problem error={error}>
          {error.errorCode === 'UNSUPPORTED_MEDIA' && <a href={toHref({ page: 'materials' })}>Go to Materials</a>}
        </Problem>
      )}
      {source === null ? <Picker onPick={take} /> : <Setup source={source} onChange={take} />}
      {firstKey.value && <FirstKey apiKey={firstKey.value.apiKey} />}
      <Recipes />
      <Privacy />
    </Page>
  );
}

async function findMaterial(handle: string): Promise<Source> {
  const material = (await refreshMaterials()).find((each) => each.material === handle);
  if (!material) {
    throw new ApiError({
      errorCode: 'MATERIAL_NOT_FOUND',
      message: 'This material is not kept any more. Drop the video again.',
      isRetryable: false,
    });
  }
  return toMaterialSource(material);
}

/** Why a source cannot be used, before it is uploaded; null for one that may be a video. */
function findRefusal(source: Source): ApiError | null {
  const message = findKindProblem(nameOf(source), kindOf(source));
  return message === null ? null : new ApiError({ errorCode: 'UNSUPPORTED_MEDIA', message, isRetryable: false });
}
