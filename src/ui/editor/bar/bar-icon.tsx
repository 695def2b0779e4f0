const paths = {
  back: 'M12 4.5 6.5 10l5.5 5.5',
  undo: 'M7.5 4.5 4 8l3.5 3.5M4 8h7.5a4 4 0 0 1 0 8H8',
  redo: 'M12.5 4.5 16 8l-3.5 3.5M16 8H8.5a4 4 0 0 0 0 8H12',
  materials: 'M3.5 4.5h13v11h-13zM8 4.5v11',
  properties: 'M3.5 4.5h13v11h-13zM12 4.5v11',
  history: 'M4.2 8A6 6 0 1 1 4 10.5M4 4.5V8h3.5M10 7v3.5l2.5 1.5',
} as const;

/** A line icon of the editor's bar, hidden from screen readers because its control has a name. */
export function BarIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
