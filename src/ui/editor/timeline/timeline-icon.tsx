const paths = {
  select: 'M5 3.5l10 6-4.6 1.2L8 15.5z',
  razor: 'M4 5.5h12v3H4zM7 8.5v7M7 12l-2 3.5M13 8.5V12',
  slip: 'M6 4v12M14 4v12M3.5 10h-2m1.5-2-2 2 2 2M16.5 10h2m-1.500-2 2 2-2 2M8.500 8v4M11.500 8v4',
  snap: 'M5 4v6a5 5 0 0 0 10 0V4M5 7.5h3V4M15 7.5h-3V4M8 7.5V10a2 2 0 0 0 4 0V7.5',
  magnet: 'M2.500 6.500h6v7h-6zM11.500 6.500h6v7h-6zM8.500 10h3',
  ripple: 'M3 6v8M17 6v8M14 10H6m3-3-3 3 3 3',
  split: 'M10 3v14M7.5 6.5H3v7h4.5M12.5 6.5H17v7h-4.5',
  bin: 'M4 5.5h12M8 5.5V4h4v1.5M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5',
  marker: 'M6 3.5h8V12l-4 4.5L6 12z',
  table: 'M3.5 4.5h13v11h-13zM3.5 8.2h13M3.5 11.8h13M8 4.5v11',
  fit: 'M3.5 5v10M16.5 5v10M6.5 10h7M8.5 7.5 6 10l2.5 2.5M11.5 7.5 14 10l-2.5 2.5',
  seen: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  hidden:
    'M4 4l12 12M8 5.3A8 8 0 0 1 10 5c4.500 0 7.500 5 7.500 5a14 14 0 0 1-2.300 2.700M12 14.600A7 7 0 0 1 10 15c-4.500 0-7.500-5-7.500-5a13 13 0 0 1 3-3.500',
  locked: 'M5.5 9h9v7h-9zM7 9V6.500a3 3 0 0 1 6 0V9',
  open: 'M5.5 9h9v7h-9zM7 9V6.500a3 3 0 0 1 5.800-1',
  solo: 'M4 12.500V10a6 6 0 0 1 12 0v2.500M4 11.500h2.500v4.500H5.500A1.500 1.500 0 0 1 4 14.500zM16 11.500h-2.500v4.500h1a1.500 1.500 0 0 0 1.500-1.500z',
  more: 'M5 9.500v1M10 9.500v1M15 9.500v1',
  grip: 'M8 4.800v.5M12 4.800v.5M8 9.800v.5M12 9.800v.5M8 14.800v.5M12 14.800v.5',
} as const;

export type TimelineIconName = keyof typeof paths;

/** A line icon of the timeline, of 20 by 20 pixels, hidden from screen readers because its control has a name. */
export function TimelineIcon({ name }: { name: TimelineIconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
