import { BlobSource, UrlSource } from 'mediabunny';
import { Failure } from '#core/failure.ts';

/** How much of a file at an address is kept in memory for each reader. */
const cacheBytes = 32 * 1024 * 1024;
/** What lies on this machine's disk is read again sooner than it is kept: a canvas may have many files open. */
const blobCacheBytes = 2 * 1024 * 1024;
const triesMax = 3;
const retrySeconds = 0.2;

/** What is read of a file in parts: a Blob, or a file at an address. */
export interface Sliced {
  readonly size: number;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file that a source is made of: of the store, or at an address. */
export type MediaFile = File | AddressFile;

/** Where the files of assets are read by their names. `Bytes` is such a place. */
export type MediaFiles = { read(name: string): Promise<MediaFile> };

/** A file at an address that answers ranges, read over HTTP as it is needed. */
export class AddressFile implements Sliced {
  readonly address: string;
  readonly size: number;

  /** Asks how large it is. Throws MATERIAL_NOT_FOUND where there is none. */
  static async open(address: string): Promise<AddressFile> {
    const response = await ask(address, { method: 'HEAD' });
    return new AddressFile(address, Number(response.headers.get('Content-Length')));
  }

  private constructor(address: string, size: number) {
    this.address = address;
    this.size = size;
  }

  /** As `Blob.slice`: what is negative counts from the end. */
  slice(start = 0, end = this.size): { arrayBuffer(): Promise<ArrayBuffer> } {
    const place = (at: number): number => Math.min(this.size, at < 0 ? Math.max(0, this.size + at) : at);
    return { arrayBuffer: () => this.#read(place(start), place(end)) };
  }

  /** All of it, for what cannot read over HTTP. */
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

/** An answer of another status is no part of the file. Throws MATERIAL_NOT_FOUND. */
async function ask(address: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  if (!response.ok) {
    throw new Failure('MATERIAL_NOT_FOUND', { message: 'The file of the material is not there any more.' });
  }
  return response;
}

/** The file as mediabunny reads it. */
export const toInputSource = (file: MediaFile): BlobSource | UrlSource =>
  file instanceof AddressFile
    ? new UrlSource(file.address, {
        maxCacheSize: cacheBytes,
        getRetryDelay: (tries) => (tries < triesMax ? retrySeconds : null),
      })
    : new BlobSource(file, { maxCacheSize: blobCacheBytes });

/** The file as a File, fetched if need be. */
export const toFile = async (file: MediaFile): Promise<File> => (file instanceof AddressFile ? file.toFile() : file);
