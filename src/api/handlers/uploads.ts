import { Failure } from '#core/lib/failure.ts';
import type { Asset, Ticket } from '#core/model/records.ts';
import { createId } from '#store/ids.ts';
import { readAccount } from '#store/account.ts';
import type { Rows, Transaction } from '#store/store.ts';
import type { Handlers, OutputOf } from '../handler.ts';
import { readIdempotencyKey } from '../idempotency-store.ts';
import { ingest, refuseOverCap, refuseTooLarge, type Ingested } from '../ingest.ts';
import { createLinks } from '../links.ts';
import { toMaterial } from '../material.ts';
import { readFilePart, type Part } from '../multipart.ts';
import { openBody } from '../open-body.ts';
import { readPieces } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';
import { Sha256 } from '../sha256/sha256.ts';

const defaultTicketSeconds = 1800;
/** The time for which an expired ticket can still be polled. */
const forgottenAfterMs = 7 * 24 * 3600 * 1000;
/** The bytes by which a request may exceed its file, for the headers and boundaries of the form. */
const formBytes = 64 * 1024;

export function createUploadHandlers(context: ApiContext): Pick<Handlers, 'createUpload' | 'getUpload' | 'fillUpload'> {
  const { store, clock, bell, base } = context;
  return {
    createUpload: async ({ body }) => {
      const { ticketSeconds } = (await readAccount(store)).caps;
      const expiresInSec = ticketSeconds ?? defaultTicketSeconds;
      const now = clock.now();
      const ticket: Ticket = {
        id: createId('tkt', 192),
        purpose: body.purpose ?? null,
        createdAt: now,
        expiresAt: now + expiresInSec * 1000,
        materialId: null,
        idempotencyKey: null,
      };
      await store.transact(['tickets'], async (transaction) => {
        await removeForgotten(transaction, now);
        await transaction.put('tickets', ticket);
      });
      bell.ring('tickets');
      return { ticket: ticket.id, uploadUrl: createLinks(base).upload(ticket.id), expiresInSec };
    },
    getUpload: async ({ params }) => {
      const ticket = await getTicket(store, params.ticket);
      if (ticket.materialId !== null) {
        return { status: 'uploaded', material: ticket.materialId };
      }
      return { status: isExpired(ticket, clock.now()) ? 'expired' : 'pending' };
    },
    fillUpload: async ({ params, request }) => {
      const idempotencyKey = readIdempotencyKey(request);
      const ticket = await getTicket(store, params.ticket);
      if (ticket.materialId !== null) {
        const first = await getFirstUpload(store, ticket, idempotencyKey);
        await refuseOtherBytes(request, first);
        return toFilled(first);
      }
      if (isExpired(ticket, clock.now())) {
        throw new Failure('TICKET_EXPIRED');
      }
      const asset = await receive(context, request, (ingested, fileName) =>
        keepUpload(context, ticket.id, idempotencyKey, toMaterial(ingested, fileName, clock.now()), ingested.file),
      );
      bell.ring('assets');
      bell.ring('tickets');
      return toFilled(asset);
    },
  };
}

async function getTicket(rows: Pick<Transaction<'tickets'>, 'get'>, id: string): Promise<Ticket> {
  const ticket = await rows.get('tickets', id);
  if (!ticket) {
    throw new Failure('TICKET_NOT_FOUND');
  }
  return ticket;
}

const isExpired = (ticket: Ticket, now: number): boolean => ticket.expiresAt <= now;

const toFilled = (asset: Asset): OutputOf<'fillUpload'> => ({
  material: asset.id,
  bytes: asset.sizeBytes,
  status: 'uploaded',
});

/** Returns the material that this ticket created. Throws TICKET_USED unless that upload had the same Idempotency-Key. */
async function getFirstUpload(
  rows: Pick<Rows<'assets'>, 'get'>,
  ticket: Ticket,
  idempotencyKey: string | null,
): Promise<Asset> {
  const asset = ticket.materialId === null ? undefined : await rows.get('assets', ticket.materialId);
  if (!asset || idempotencyKey === null || ticket.idempotencyKey !== idempotencyKey) {
    throw new Failure('TICKET_USED');
  }
  return asset;
}

/** Throws IDEMPOTENCY_CONFLICT unless the part `file` has the bytes of `first`. Reads the part without storing it. */
async function refuseOtherBytes(request: Request, first: Asset): Promise<void> {
  const hash = new Sha256();
  let sizeBytes = 0;
  await readUpload(request, async ({ body }) => {
    for await (const piece of body) {
      sizeBytes += piece.byteLength;
      if (sizeBytes > first.sizeBytes) {
        throw new Failure('IDEMPOTENCY_CONFLICT');
      }
      hash.update(piece);
    }
  });
  if (hash.digest() !== first.sha256) {
    throw new Failure('IDEMPOTENCY_CONFLICT');
  }
}

/** Streams the part `file` of a form to the disk. */
async function receive(
  context: ApiContext,
  request: Request,
  keep: (ingested: Ingested, fileName: string) => Promise<Asset>,
): Promise<Asset> {
  await refuseTooLarge(context.store, Number(request.headers.get('Content-Length') ?? 0), formBytes);
  return readUpload(request, ({ fileName, body }) => ingest(context, body, (ingested) => keep(ingested, fileName)));
}

async function readUpload<T>(request: Request, work: (part: Part) => Promise<T>): Promise<T> {
  const pieces = readPieces(await openBody(request));
  try {
    return await work(await readFilePart(request.headers.get('Content-Type') ?? '', pieces));
  } finally {
    await pieces.return(undefined);
  }
}

/**
 * Writes the rows of the material and of the used ticket. If the same bytes were uploaded before, the rows name the stored file. If
 * another upload has used the ticket since, throws TICKET_USED, or IDEMPOTENCY_CONFLICT if that upload had the same key and other
 * bytes.
 */
const keepUpload = (
  { store }: ApiContext,
  ticketId: string,
  idempotencyKey: string | null,
  material: Omit<Asset, 'file'>,
  file: string,
): Promise<Asset> =>
  store.transact(['tickets', 'assets', 'models', 'account'], async (transaction) => {
    const ticket = await getTicket(transaction, ticketId);
    if (ticket.materialId !== null) {
      const first = await getFirstUpload(transaction, ticket, idempotencyKey);
      if (first.sha256 !== material.sha256) {
        throw new Failure('IDEMPOTENCY_CONFLICT');
      }
      return first;
    }
    const twins = await transaction.list('assets', { index: 'sha256', value: material.sha256 ?? '' });
    const same = twins.find((one) => one.kind === 'material' && one.sourceUrl === null);
    const asset: Asset = same ?? { ...material, file: twins[0]?.file ?? file };
    if (asset.file === file) {
      await refuseOverCap(transaction, asset.sizeBytes);
    }
    await transaction.put('assets', asset);
    await transaction.put('tickets', { ...ticket, materialId: asset.id, idempotencyKey });
    return asset;
  });

/** Removes tickets that expired long ago, because clients no longer poll them. */
async function removeForgotten(transaction: Transaction<'tickets'>, now: number): Promise<void> {
  const tickets = await transaction.list('tickets');
  const forgotten = tickets.filter((ticket) => ticket.expiresAt + forgottenAfterMs < now);
  await Promise.all(forgotten.map((ticket) => transaction.remove('tickets', ticket.id)));
}
