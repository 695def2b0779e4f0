/** A progress bar; `share` is 0..1, or null while unknown. */
export function Progress({ label, share }: { label: string; share: number | null }) {
  return (
    <div
      class={share === null ? 'bar bar-unknown' : 'bar'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === null ? {} : { 'aria-valuenow': Math.floor(share * 100) })}
    >
      <div style={share === null ? {} : { width: `${share * 100}%` }} />
    </div>
  );
}
