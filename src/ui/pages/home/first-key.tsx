import { firstKey } from '#ui/app/first-key.ts';
import { toHref } from '#ui/app/navigation.ts';
import { CopyField } from '#ui/kit/parts/copy-field.tsx';

/** Shows the API key that the first start created. */
export function FirstKey({ apiKey }: { apiKey: string }) {
  return (
    <section class="card stack" aria-labelledby="first-key">
      <h2 id="first-key">Your first API key</h2>
      <p class="soft">
        For scripts and agents; this page does not need it. The key has all scopes and is shown only once, so copy it
        now. Create more under <a href={toHref({ page: 'keys' })}>API keys</a>.
      </p>
      <CopyField label="API key" value={apiKey} />
      <div>
        <button type="button" class="button" onClick={() => (firstKey.value = null)}>
          Saved, hide key
        </button>
      </div>
    </section>
  );
}
