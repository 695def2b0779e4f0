/** The name of a control; with a short name, the short one is visible and screen readers receive the full one. */
export const LabelText = ({ label, short }: { label: string; short?: string }) =>
  short === undefined ? (
    <>{label}</>
  ) : (
    <>
      <span aria-hidden="true">{short}</span>
      <span class="hidden-text">{label}</span>
    </>
  );
