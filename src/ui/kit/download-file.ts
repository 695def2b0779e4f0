import type { Given } from '#client/operation-call.ts';
import { connection } from '#ui/app/client.ts';
import { toFile } from '#ui/kit/uploads/file-name.ts';

/** The names of files without one in their response. */
const names = {
  getInterchange: 'canvas',
  getProject: 'canvas.zip',
  listRequests: 'offcut-requests.har',
  getWorld: 'offcut-world.zip',
} as const;

/** Saves the file that an operation returns, under the name in the response. Throws OffcutError. */
export async function downloadFile<Name extends keyof typeof names>(name: Name, ...given: Given<Name>): Promise<void> {
  saveFile(await toFile(await connection.open(name, ...given), names[name]));
}

/** Saves a file under its name. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
