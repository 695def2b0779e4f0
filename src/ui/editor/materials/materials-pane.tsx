/** What can be put on the timeline. */
export function MaterialsPane() {
  return <aside class="editor-materials" aria-label="Materials" />;
}
