/** The skeleton of the viewer. `shape` is width / height of the video. */
export function ViewerSkeleton({ shape }: { shape: number }) {
  return (
    <div class="viewer" aria-busy="true" aria-label="Loading">
      <div class="stage-frame">
        <div class="stage" style={{ aspectRatio: String(shape), '--shape': shape }} />
      </div>
      <div class="viewer-bar" />
      <div class="viewer-bar viewer-bar-looks" />
    </div>
  );
}

/** The skeleton of a cutout with the buttons below it. */
export function ResultSkeleton({ shape }: { shape: number }) {
  return (
    <>
      <ViewerSkeleton shape={shape} />
      <div class="viewer-bar viewer-bar-downloads" />
    </>
  );
}
