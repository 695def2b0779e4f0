import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { getRoute } from './routes.ts';

const none = z.strictObject({});
const ticketParams = z.strictObject({
  ticket: z.string().min(1).max(200).describe('The ticket that POST /v1/uploads returned.'),
});

export const createUpload = defineOperation({
  summary: 'Create an upload ticket for one file, valid for 30 minutes',
  ...getRoute('createUpload'),
  tag: 'Uploads',
  access: { kind: 'key', scope: 'uploads:write' },
  params: none,
  query: none,
  body: z.strictObject({ purpose: z.string().max(2000).optional().describe('The purpose of the file, as free text.') }),
  reply: 'envelope',
  output: z
    .object({ ticket: z.string(), uploadUrl: z.string(), expiresInSec: z.number() })
    .meta({ id: 'UploadTicket' }),
  failures: [],
  isExtension: false,
  example: { purpose: 'product demo' },
  tool: {
    name: 'create_upload',
    title: 'Create an upload ticket',
    description:
      'Creates an upload ticket for one file. The ticket works once and expires after 30 minutes. Either send the user to uploadUrl, a page that accepts the file, or, with a shell, run: curl -F file=@clip.mp4 {base}v1/uploads/{ticket}/file (the ticket is the credential). Then get_upload returns the handle of the material. A public https URL needs no upload: pass the URL to run_recipe. Free; returns immediately.',
    example: { purpose: 'product demo' },
    isReadOnly: false,
    isDestructive: false,
    isIdempotent: false,
  },
});

export const fillUpload = defineOperation({
  summary: 'Upload a file with a ticket as the credential',
  description:
    'multipart/form-data with one part named `file`: a video in any common container (MP4, MOV, WebM, MKV, AVI and others), an image (PNG, JPEG, WebP, GIF, AVIF, SVG) or audio (WAV, MP3, M4A, AAC, Ogg, Opus, FLAC). The content decides the type, not the name. Any other file is refused, and the ticket stays valid. With an `Idempotency-Key`, a repeated upload of the same file returns the same response. If the upload takes more than 20 seconds, the response is streamed, like that of a run: status 200, white space every few seconds, then the envelope, which may be a failure.',
  ...getRoute('fillUpload'),
  tag: 'Uploads',
  access: { kind: 'open' },
  params: ticketParams,
  query: none,
  body: null,
  isFileUpload: true,
  isLong: true,
  reply: 'envelope',
  output: z
    .object({ material: z.string(), bytes: z.number(), status: z.literal('uploaded') })
    .meta({ id: 'UploadedFile' }),
  failures: [
    'TICKET_NOT_FOUND',
    'TICKET_USED',
    'TICKET_EXPIRED',
    'IDEMPOTENCY_CONFLICT',
    'FILE_TOO_LARGE',
    'UNSUPPORTED_MEDIA',
    'STORAGE_FULL',
  ],
  isExtension: false,
});

export const getUpload = defineOperation({
  summary: 'Get the status of an upload ticket',
  ...getRoute('getUpload'),
  tag: 'Uploads',
  access: { kind: 'key', scope: 'uploads:write' },
  params: ticketParams,
  query: none,
  body: null,
  reply: 'envelope',
  output: z
    .object({ status: z.enum(['pending', 'uploaded', 'expired']), material: z.string().optional() })
    .meta({ id: 'TicketState' }),
  failures: ['TICKET_NOT_FOUND'],
  isExtension: false,
  tool: {
    name: 'get_upload',
    title: 'Get the status of an upload',
    description:
      'Returns the status of an upload ticket: pending, uploaded (with the handle of the material) or expired. Free and read-only; returns immediately. Poll every few seconds while the user chooses a file.',
    example: { ticket: 'tkt_1' },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});
