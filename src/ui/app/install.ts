import { signal } from '@preact/signals';

/** Chromium's `beforeinstallprompt` event, which TypeScript does not know. */
type InstallEvent = Event & { prompt(): Promise<unknown> };

/** Offers to install the app; null where the browser does not, or it is installed. */
export const installPrompt = signal<(() => Promise<void>) | null>(null);

/** Keeps the browser's install prompt for the button that shows it. */
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
