import { getMediaKind } from '#core/model/media-kind.ts';
import type { Asset } from '#core/model/records.ts';
import { isListed } from '#core/protocol/etag.ts';

type Range = { readonly start: number; /** The first byte after the range. */ readonly end: number };

/** The bytes of a URL never change. */
const cacheControl = 'private, max-age=31536000, immutable';

const files = new WeakMap<Response, Blob>();

/** Returns the body of a response that has stored bytes, which are not read yet; undefined for any other response. */
export const findFile = (response: Response): Blob | undefined => files.get(response);

/** Returns the bytes of an asset, or one range of them, with the status 200, 206, 304 or 416. Streams them from the disk. */
export function toMediaResponse(
  asset: Asset,
  file: Blob,
  request: Request,
  disposition: 'inline' | 'attachment',
): Response {
  const etag = `"${asset.id}"`;
  const headers = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl,
    'Content-Disposition': toDisposition(disposition, asset),
    ETag: etag,
  };
  if (isListed(request.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const ifRange = request.headers.get('If-Range');
  const takesRange = request.method === 'GET' && (ifRange === null || ifRange === etag);
  const asked = takesRange ? request.headers.get('Range') : null;
  const range = parseRange(asked, file.size);
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${file.size}` } });
  }
  const { start, end } = range ?? { start: 0, end: file.size };
  const bytes = file.slice(start, end);
  const response = new Response(request.method === 'HEAD' ? null : bytes, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Type': asset.mimeType,
      'Content-Length': String(end - start),
      ...(range && { 'Content-Range': `bytes ${start}-${end - 1}/${file.size}` }),
    },
  });
  files.set(response, bytes);
  return response;
}

/** Parses the requested range. A malformed header and several ranges count as no range (RFC 9110, 14.2). */
function parseRange(header: string | null, size: number): Range | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes *= *(\d*) *- *(\d*) *$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) {
    return undefined;
  }
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) {
    return undefined;
  }
  return start >= size ? 'unsatisfiable' : { start, end };
}

type Named = Pick<Asset, 'name' | 'extension' | 'mimeType'>;

/** Returns the file name for downloads of an asset: its name with the extension of its type. */
export function toFileName({ name, extension, mimeType }: Named): string {
  const stem = name.replace(/\.[A-Za-z0-9]{1,8}$/, '') || getMediaKind(mimeType);
  return `${stem}.${extension}`.toWellFormed();
}

/** Returns the header with the file name twice: in plain ASCII for old clients, and complete in the encoding of RFC 8187. */
export function toDisposition(disposition: 'inline' | 'attachment', named: Named): string {
  const whole = toFileName(named);
  const plain = whole.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(whole).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
