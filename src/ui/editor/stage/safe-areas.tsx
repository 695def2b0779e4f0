/** The areas of the frame that no screen hides: 93 % for action, 90 % for titles (SMPTE ST 2046-1). */
export function SafeAreas() {
  return (
    <div class="stage-safe" aria-hidden="true">
      <div class="stage-safe-action" />
      <div class="stage-safe-title" />
    </div>
  );
}
