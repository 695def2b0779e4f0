import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { tasksExtension } from '#core/protocol/mcp.ts';

const envelope = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({
    elicitation: z.looseObject({ form: z.unknown().optional() }).optional(),
    extensions: z.record(z.string(), z.unknown()).optional(),
  }),
});

type Capabilities = z.output<typeof envelope>[typeof CLIENT_CAPABILITIES_META_KEY];

/** The capabilities of the client. Older clients send them at `initialize`, which a stateless server does not remember. */
const getCapabilities = ({ mcpReq }: ServerContext): Capabilities =>
  envelope.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY] ?? {};

/** True if the client can show a form to the user. An empty `elicitation: {}` means forms. */
export function canElicit(context: ServerContext): boolean {
  const { elicitation } = getCapabilities(context);
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}

/** True if the client follows tasks. */
export const canFollowTasks = (context: ServerContext): boolean =>
  getCapabilities(context).extensions?.[tasksExtension] !== undefined;

/** Throws for a client that has not declared that it follows tasks. */
export function requireTasks(context: ServerContext): void {
  if (!canFollowTasks(context)) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
  }
}
