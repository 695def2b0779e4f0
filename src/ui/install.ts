import { signal } from '@preact/signals';

/** The event of Chromium that offers to install the app; no standard types it. */
type InstallEvent = Event & { prompt(): Promise<unknown> };

/** Offers to install the app; null where the browser does not, or it is installed. */
export const installPrompt = signal<(() => Promise<void>) | null>(null);

/** Keeps the browser's own offer back until it is asked for. */
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
