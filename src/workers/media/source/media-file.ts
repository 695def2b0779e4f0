import { BlobSource, UrlSource } from 'mediabunny';
import { Failure } from '#core/lib/failure.ts';

/** The memory for cached bytes of a file at a URL, per reader. */
const cacheBytes = 32 * 1024 * 1024;
/** The same for files on the disk, which are read quickly, because a canvas may have many files open. */
const blobCacheBytes = 2 * 1024 * 1024;
const triesMax = 3;
const retrySeconds = 0.2;

/** A file that is read in ranges: a Blob, or a file at a URL. */
export interface Sliced {
  readonly size: number;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** The file of a source: in the store, or at a URL. */
export type MediaFile = File | AddressFile;

/** Reads the files of assets by their names. `Bytes` implements it. */
export type MediaFiles = { read(name: string): Promise<MediaFile> };

/** A file at a URL that supports ranges, read over HTTP as needed. */
export class AddressFile implements Sliced {
  readonly address: string;
  readonly size: number;

  /** Requests the size. Throws MATERIAL_NOT_FOUND if there is no file. */
  static async open(address: string): Promise<AddressFile> {
    const response = await ask(address, { method: 'HEAD' });
    return new AddressFile(address, Number(response.headers.get('Content-Length')));
  }

  private constructor(address: string, size: number) {
    this.address = address;
    this.size = size;
  }

  /** Works like `Blob.slice`: negative offsets count from the end. */
  slice(start = 0, end = this.size): { arrayBuffer(): Promise<ArrayBuffer> } {
    const place = (at: number): number => Math.min(this.size, at < 0 ? Math.max(0, this.size + at) : at);
    return { arrayBuffer: () => this.#read(place(start), place(end)) };
  }

  /** Downloads the whole file, for readers that do not support HTTP. */
  async toFile(): Promise<File> {
    const response = await ask(this.address);
    return new File([await response.blob()], 'material');
  }

  async #read(start: number, end: number): Promise<ArrayBuffer> {
    if (end <= start) {
      return new ArrayBuffer(0);
    }
    const response = await ask(this.address, { headers: { Range: `bytes=${start}-${end - 1}` } });
    return response.arrayBuffer();
  }
}

/** Fetches a URL. A response with another status is not part of the file. Throws MATERIAL_NOT_FOUND. */
async function ask(address: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  if (!response.ok) {
    throw new Failure('MATERIAL_NOT_FOUND', { message: 'The file of the material no longer exists.' });
  }
  return response;
}

/** Returns the file as a source for mediabunny. */
export const toInputSource = (file: MediaFile): BlobSource | UrlSource =>
  file instanceof AddressFile
    ? new UrlSource(file.address, {
        maxCacheSize: cacheBytes,
        getRetryDelay: (tries) => (tries < triesMax ? retrySeconds : null),
      })
    : new BlobSource(file, { maxCacheSize: blobCacheBytes });

/** Returns the file as a File, downloaded if needed. */
export const toFile = async (file: MediaFile): Promise<File> => (file instanceof AddressFile ? file.toFile() : file);
