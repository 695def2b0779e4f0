/** A small button with an icon of 12 by 12 pixels. It keeps the focus while it is disabled. */
export function IconButton(props: {
  label: string;
  path: string;
  isOff?: boolean;
  /** Set for a button that unfolds something. */
  isExpanded?: boolean;
  onClick: () => void;
}) {
  const { label, path, isOff = false, isExpanded } = props;
  return (
    <button
      type="button"
      class="key"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
      onClick={() => !isOff && props.onClick()}
    >
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
