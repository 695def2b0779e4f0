import * as z from 'zod';
import { defineRecipe, type Recipe } from '#core/operation.ts';

/** Any parameters are let through, so that the refusal is NOT_IMPLEMENTED and not a quarrel about undecided fields. */
const announcedInput = z.looseObject({ material: z.string().min(1).max(4096).optional() });

/** A queued recipe that is in the catalog and not built yet: its price and words are known, its run is NOT_IMPLEMENTED. */
export const announceRecipe = (known: Pick<Recipe, 'id' | 'name' | 'summary' | 'priceCredits' | 'etaSeconds'>) =>
  defineRecipe({
    ...known,
    reply: 'queued',
    input: announcedInput,
    proposal: z.looseObject({}),
    failures: ['NOT_IMPLEMENTED'],
    isBuilt: false,
    isListed: true,
    version: 0,
    pace: () => '',
    materials: () => [],
    models: () => [],
    leastBytes: () => 0,
  });
