import * as z from 'zod';

/**
 * The input and the proposal of a recipe that is in the catalog and not built yet: any parameters are let through, so that
 * the refusal is NOT_IMPLEMENTED and not a quarrel about fields that nobody has decided.
 */
export const announcedInput = z.looseObject({ material: z.string().min(1).max(4096).optional() });
export const announcedProposal = z.looseObject({});
