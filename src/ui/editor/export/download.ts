import type { Given } from '#client/operation-call.ts';
import { connection } from '#ui/app/client.ts';
import { toFile } from '#ui/kit/uploads/file-name.ts';

type FileOperation = 'getInterchange' | 'getProject';

/** Saves the file that an operation returns, under the name in the response. Throws OffcutError. */
export async function downloadFile<Name extends FileOperation>(name: Name, ...given: Given<Name>): Promise<void> {
  const file = await toFile(await connection.open(name, ...given), 'canvas');
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
