/** The effects of keys that are held during a drag, a click or a turn of the wheel. Keys are in the notation of tinykeys. */
export const handKeys: readonly { readonly label: string; readonly key: string; readonly hand: string }[] = [
  { label: 'Drag copies of clips', key: 'Alt', hand: 'drag' },
  { label: 'Drag without snapping', key: '$mod', hand: 'drag' },
  { label: 'Add to what is selected', key: 'Shift', hand: 'click' },
  { label: 'Zoom at the pointer', key: '$mod', hand: 'wheel' },
  { label: 'Scroll along the time', key: 'Shift', hand: 'wheel' },
  { label: 'On the picture: move along one axis, resize freely, turn by 15°', key: 'Shift', hand: 'drag' },
  { label: 'On the picture: resize from the centre', key: 'Alt', hand: 'drag' },
  { label: 'On the picture: move what is seen', key: 'Space', hand: 'drag' },
];
