import { send, type CallOptions } from '#ui/app/client.ts';
import { ApiError } from '#ui/app/envelope.ts';
import { toFile } from '#ui/kit/uploads/file-name.ts';

type FileOperation = 'getInterchange' | 'getProject' | 'listRequests' | 'getWorld';

/** Saves the file that an operation returns, under the name in the response. Throws ApiError. */
export async function downloadFile<Name extends FileOperation>(name: Name, options: CallOptions<Name>): Promise<void> {
  const file = await readFile(name, options);
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function readFile<Name extends FileOperation>(name: Name, options: CallOptions<Name>): Promise<File> {
  try {
    const response = await send(name, options);
    return await toFile(response, name === 'listRequests' ? 'offcut-requests.har' : 'file');
  } catch (thrown) {
    throw ApiError.from(thrown);
  }
}
