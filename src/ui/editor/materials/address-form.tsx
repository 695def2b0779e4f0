/** A form for the URL of a public file. It imports no other part of the editor, which would split the editor's code. */
export function AddressForm(props: { address: string; onChange: (address: string) => void; onTake: () => void }) {
  return (
    <form
      class="stack stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        props.onTake();
      }}
    >
      <input
        class="input"
        type="url"
        required
        placeholder="https://example.com/clip.mp4"
        aria-label="URL of a public file"
        value={props.address}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
      <div class="row">
        <button class="button">Add</button>
        <span class="soft small">The site must allow downloads by other sites (CORS).</span>
      </div>
    </form>
  );
}
