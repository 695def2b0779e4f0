/** The effects of keys that are held during a drag, a click or a turn of the wheel. Keys are in the notation of tinykeys. */
export const handKeys: readonly { readonly label: string; readonly key: string; readonly hand: string }[] = [
  { label: 'Drag copies of clips', key: 'Alt', hand: 'drag' },
  { label: 'Drag without snapping', key: '$mod', hand: 'drag' },
  { label: 'Add to the selection', key: 'Shift', hand: 'click' },
  { label: 'Zoom at the pointer', key: '$mod', hand: 'wheel' },
  { label: 'Scroll through time', key: 'Shift', hand: 'wheel' },
  { label: 'In the preview: move along one axis, resize freely, rotate by 15°', key: 'Shift', hand: 'drag' },
  { label: 'In the preview: resize from the center', key: 'Alt', hand: 'drag' },
  { label: 'In the preview: pan the view', key: 'Space', hand: 'drag' },
];
