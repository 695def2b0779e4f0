/** The name of a control; where there is a short one, that is seen and the whole one is for readers of the screen. */
export const LabelText = ({ label, short }: { label: string; short?: string }) =>
  short === undefined ? (
    <>{label}</>
  ) : (
    <>
      <span aria-hidden="true">{short}</span>
      <span class="hidden-text">{label}</span>
    </>
  );
