import { signal } from '@preact/signals';

/** Chromium's `beforeinstallprompt` event, which TypeScript does not declare. */
type InstallEvent = Event & { prompt(): Promise<unknown> };

/** Prompts the user to install the app; null if the browser has no prompt, or the app is installed. */
export const installPrompt = signal<(() => Promise<void>) | null>(null);

/** Stores the browser's install prompt for the button that shows it. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isInstallEvent(event)) {
      installPrompt.value = async () => {
        installPrompt.value = null;
        await event.prompt();
      };
    }
  });
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event;
