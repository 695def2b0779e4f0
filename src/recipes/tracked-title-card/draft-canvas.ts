import type { ItemOf, TimelineDocument, Track } from '#core/timeline/document.ts';
import { plainVisual } from '#core/timeline/plain-visual.ts';
import { toCardItems, type CardPlan } from './items.ts';

/** The defaults of text items, because a page has no zod that would add them. */
const lettering = { font: 'Inter', weight: 600, fill: '#ffffff', align: 'center', lineHeight: 1.15, letterSpacing: 0 };
const track = { kind: 'visual', isHidden: false, isMuted: false, isLocked: false } as const;

/** Replaces the card in the canvas of a proposal, for display while the user edits it. */
export function withCard(document: TimelineDocument, plan: CardPlan): TimelineDocument {
  const others = document.tracks.filter(({ items }) => items.every(({ role }) => role !== 'title-card'));
  const [source, ...before] = others;
  const card = toCardItems(plan).map((item): Track => {
    const ofKind = item.type === 'text' ? lettering : { cornerPx: 0 };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `draft-canvas.test.ts` has the schema check it
    const whole = { ...plainVisual, ...ofKind, ...item } as unknown as ItemOf<'text'> | ItemOf<'shape'>;
    return { ...track, id: `track-${item.id}`, name: item.name, items: [whole] };
  });
  return { ...document, tracks: [...(source ? [source] : []), ...card, ...before] };
}
