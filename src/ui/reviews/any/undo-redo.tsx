type Way = (() => void) | null;

/** The undo and redo buttons of a review. */
export function UndoRedo({ undo, redo }: { undo: Way; redo: Way }) {
  return (
    <div class="row undo-redo">
      <button type="button" class="button button-quiet" disabled={undo === null} onClick={() => undo?.()}>
        Undo
      </button>
      <button type="button" class="button button-quiet" disabled={redo === null} onClick={() => redo?.()}>
        Redo
      </button>
    </div>
  );
}
