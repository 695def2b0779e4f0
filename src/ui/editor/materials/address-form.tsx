import { fetchOne } from './uploads.ts';

/** Takes the file of a public address in. */
export function AddressForm(props: { address: string; onChange: (address: string) => void; onTaken: () => void }) {
  return (
    <form
      class="stack stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        void fetchOne(props.address.trim());
        props.onTaken();
      }}
    >
      <input
        class="input"
        type="url"
        required
        placeholder="https://example.com/clip.mp4"
        aria-label="Address of a public file"
        value={props.address}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
      <div class="row">
        <button class="button">Take it</button>
        <span class="soft small">Its site must allow it (CORS).</span>
      </div>
    </form>
  );
}
