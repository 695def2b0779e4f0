import { firstKey } from '../first-key.ts';
import { toHref } from '../navigation.ts';
import { CopyField } from '../parts/copy-field.tsx';

/** Shows the API key that the first start created. */
export function FirstKey({ apiKey }: { apiKey: string }) {
  return (
    <section class="card stack" aria-labelledby="first-key">
      <h2 id="first-key">Your first API key</h2>
      <p class="soft">
        For scripts and agents; this page needs none. It has every scope and is shown this once, so copy it now. More
        are made under <a href={toHref({ page: 'keys' })}>API keys</a>.
      </p>
      <CopyField label="API key" value={apiKey} />
      <div>
        <button type="button" class="button" onClick={() => (firstKey.value = null)}>
          I have it, hide it
        </button>
      </div>
    </section>
  );
}
