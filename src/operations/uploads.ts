import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { routeOf } from './routes.ts';

const none = z.strictObject({});
const ticketParams = z.strictObject({ ticket: z.string().min(1).max(200).describe('As the upload was made with.') });

export const createUpload = defineOperation({
  summary: 'Mint an upload ticket: one file, once, within 30 minutes',
  ...routeOf('createUpload'),
  tag: 'Uploads',
  access: { kind: 'key', scope: 'uploads:write' },
  params: none,
  query: none,
  body: z.strictObject({ purpose: z.string().max(2000).optional().describe('What the file is for; free text.') }),
  reply: 'envelope',
  output: z
    .object({ ticket: z.string(), uploadUrl: z.string(), expiresInSec: z.number() })
    .meta({ id: 'UploadTicket' }),
  failures: [],
  isExtension: false,
  example: { purpose: 'product demo' },
  tool: {
    name: 'create_upload',
    title: 'Get a place for a file',
    description:
      'Makes an upload ticket: one file, once, within 30 minutes. Either send the person to uploadUrl, a page where the file is dropped, or, with a shell, run: curl -F file=@clip.mp4 {base}v1/uploads/{ticket}/file (the ticket is the credential). Then get_upload tells the handle of the material. A public https address needs no upload: give it to run_recipe as it is. Costs nothing and answers at once.',
    example: { purpose: 'product demo' },
    isReadOnly: false,
    isDestructive: false,
    isIdempotent: false,
  },
});

export const fillUpload = defineOperation({
  summary: 'Fill a ticket with a file; the ticket is the credential',
  description:
    'multipart/form-data with one part named `file`: a video in any common container (MP4, MOV, WebM, MKV, AVI and others), a picture (PNG, JPEG, WebP, GIF, AVIF, SVG) or sound (WAV, MP3, M4A, AAC, Ogg, Opus, FLAC), told by its content. Any other file is refused and does not use the ticket up. With an `Idempotency-Key` the same file again gets the same answer. If the upload takes more than 20 seconds the answer is streamed, as that of a run is: status 200, white space every few seconds, then the envelope, which may be a failure.',
  ...routeOf('fillUpload'),
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
  summary: 'Poll a ticket',
  ...routeOf('getUpload'),
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
    title: 'Look whether a file has come',
    description:
      'The state of an upload ticket: pending, uploaded (then with the handle of the material) or expired. Costs nothing, changes nothing, answers at once; ask again every few seconds while a person is choosing a file.',
    example: { ticket: 'tkt_1' },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});
