import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const storageName = 'offcut:theme';

/** The selected theme; `system` follows the device. */
export const theme = signal<Theme>(readTheme());

export function setTheme(next: Theme): void {
  theme.value = next;
  applyTheme();
  try {
    localStorage.setItem(storageName, next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export function applyTheme(): void {
  if (theme.value === 'system') {
    delete document.documentElement.dataset['theme'];
  } else {
    document.documentElement.dataset['theme'] = theme.value;
  }
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageName);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
