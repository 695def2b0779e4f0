import { createId } from '#store/ids.ts';

/** Creates a secret of 24 random bytes in the format of Standard Webhooks: `whsec_` and base64. */
export function createSecret(): string {
  const id = createId('whsec', 192);
  const [prefix, random] = [id.slice(0, 6), id.slice(6)];
  return prefix + random.replaceAll('-', '+').replaceAll('_', '/');
}

/** Returns the headers of Standard Webhooks for one attempt at a delivery. `atSeconds` is in seconds since 1970. */
export async function signWebhook(
  secret: string,
  { id, payload }: { readonly id: string; readonly payload: string },
  atSeconds: number,
): Promise<Record<string, string>> {
  const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const content = new TextEncoder().encode(`${id}.${atSeconds}.${payload}`);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  };
}
