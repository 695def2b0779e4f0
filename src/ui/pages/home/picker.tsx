import { useEffect, useRef, useState } from 'preact/hooks';
import type { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { DropZone } from '#ui/kit/parts/drop-zone.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { fetchSample } from '#ui/kit/uploads/samples.ts';
import type { Source } from './source.ts';

/** The video picker: a file, the sample or a URL. */
export function Picker(props: { onPick: (source: Source) => void; onFiles: (files: readonly File[]) => void }) {
  const { onPick, onFiles } = props;
  const [error, setError] = useState<OffcutError | null>(null);
  const isGone = useRef(false);
  useEffect(() => () => void (isGone.current = true), []);
  const takeSample = (): void => {
    fetchSample('presenter.mp4').then(
      // Keeps a video that was selected while the sample loaded.
      (file) => isGone.current || onPick({ kind: 'file', file, startsAtOnce: true }),
      (thrown: unknown) => setError(toError(thrown)),
    );
  };
  return (
    <div class="stack">
      <DropZone title="Drop a video anywhere" titleNarrow="Which video?" isMany isSecondary onFiles={onFiles}>
        <button type="button" class="button button-large" onClick={takeSample}>
          Try the sample
        </button>
      </DropZone>
      <AddressForm onPick={onPick} />
      {error && <Problem error={error} />}
    </div>
  );
}

function AddressForm({ onPick }: { onPick: (source: Source) => void }) {
  const [address, setAddress] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onPick({ kind: 'address', address: address.trim() });
  };
  return (
    <details class="soft">
      <summary>Or paste a link</summary>
      <form class="row address" onSubmit={submit}>
        <input
          class="input grow"
          type="url"
          pattern="https://.+"
          title="A link that starts with https://"
          required
          placeholder="https://example.com/clip.mp4"
          aria-label="Link to a video"
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <button class="button">Use link</button>
      </form>
      <p class="small">
        The site must allow downloads by other sites (CORS). If it does not, download the video and drop it here.
      </p>
    </details>
  );
}
