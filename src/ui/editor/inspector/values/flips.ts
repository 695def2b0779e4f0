/** The options to mirror an item, with labels. */
export const flips = [
  { value: 'none', label: 'None' },
  { value: 'horizontal', label: 'Left to right' },
  { value: 'vertical', label: 'Upside down' },
  { value: 'both', label: 'Both' },
] as const;
