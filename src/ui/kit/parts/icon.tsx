const paths = {
  home: 'M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-4v-5H8v5H4a1 1 0 0 1-1-1z',
  jobs: 'M7 5h10M7 10h10M7 15h10M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  materials: 'M3 5h14v10H3zM6.5 5v10M13.5 5v10M3 10h3.5M13.5 10H17',
  canvases: 'M3 4h14v7H3zM3 14h5M10.5 14H17M3 17h9M14.5 17H17',
  credits: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM12.3 7.8a3 3 0 1 0 0 4.4',
  privacy: 'M10 3l6 2.5V10c0 3.5-2.5 6-6 7-3.5-1-6-3.5-6-7V5.5zM7.5 10l2 2 3.5-4',
  models: 'M10 3.5l7 3.5-7 3.5L3 7zM3 10.5l7 3.5 7-3.5M3 14l7 3.5 7-3.5',
  keys: 'M12.5 7.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM9 11v6M9 14h2.5',
  lab: 'M8 3h4M8.5 3v5L4 15.5A1 1 0 0 0 5 17h10a1 1 0 0 0 1-1.5L11.5 8V3M6.5 13h7',
  reference: 'm7 6-4 4 4 4M13 6l4 4-4 4M11 4.5l-2 11',
  settings: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  play: 'M6 4.5v11l9-5.5z',
  pause: 'M7 4.5v11M13 4.5v11',
  back: 'M13 5l-6 5 6 5z M5 5v10',
  forward: 'M7 5l6 5-6 5z M15 5v10',
  first: 'M14 5l-6 5 6 5zM6 5v10',
  last: 'M6 5l6 5-6 5zM14 5v10',
  loop: 'M4 9V7.5A1.5 1.5 0 0 1 5.5 6H15l-2.5-2.5M16 11v1.5a1.5 1.5 0 0 1-1.5 1.5H5l2.5 2.5',
  fullscreen: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4',
  crop: 'M6 2.5V14h11.5M2.5 6H14v11.5',
  'flip-across': 'M10 3v14M7.5 6v8L3 14zM12.5 6v8l4.5 0z',
  'flip-down': 'M3 10h14M6 7.5h8L14 3zM6 12.5h8l0 4.5z',
  guides: 'M3 4h14v12H3zM5.5 6.5h9v7h-9z',
  sound: 'M4 8v4h2.5L10 15V5L6.5 8zM13 7.5a3.5 3.5 0 0 1 0 5',
  muted: 'M4 8v4h2.5L10 15V5L6.5 8zM13 8l4 4M17 8l-4 4',
  download: 'M10 3.5v9M6.5 9.5l3.5 3.5 3.5-3.5M4 16.5h12',
  text: 'M4.500 6V4.500h11V6M10 4.500v11M8 15.500h4',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  plus: 'M10 5v10M5 10h10',
  minus: 'M5 10h10',
  divider: 'M8 6l-4 4 4 4M12 6l4 4-4 4',
  up: 'M5 12.5l5-5 5 5',
  down: 'M5 7.5l5 5 5-5',
  close: 'M5.5 5.500l9 9M14.500 5.500l-9 9',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
} as const;

export type IconName = keyof typeof paths;

/** A line icon of 20 by 20 pixels, hidden from screen readers: its control has the name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
