import { expect, it } from 'vitest';
import { timelineDocument } from '#core/timeline/document.ts';
import { cardDocument } from './document.ts';
import { withCard } from './draft-canvas.ts';
import { planCard, type CardInput } from './plan-card.ts';

const canvas = { width: 640, height: 360 };
const window = { startSeconds: 0, endSeconds: 3 };
const path = Array.from({ length: 90 }, (_, index) => ({
  atSeconds: index / 30,
  x: 100 + 3 * index,
  y: 200,
  width: 60,
  height: 60,
  confidence: 0.9,
  state: index > 40 && index < 70 ? ('lost' as const) : ('tracked' as const),
}));
const lines = [[{ text: 'Mira Holt', width: 4 }], [{ text: 'Presenter', width: 4 }]];
const input: CardInput = {
  title: 'Mira Holt',
  subtitle: 'Presenter',
  style: 'card',
  accent: '#ffb224',
  offsetPx: undefined,
  smoothing: 50,
};
const clip = { ...canvas, title: 'clip', frameRate: 30, durationSeconds: 4, sourceId: 'mat_1', cutOutId: 'ast_1' };
const plan = (look: Partial<CardInput>, whenLost: 'fade' | 'hold' = 'fade') =>
  planCard({ ...input, ...look }, canvas, { path, window, placement: 'above', whenLost }, lines);
const document = cardDocument({ ...clip, ...plan({}) });

it('returns the document that the recipe creates for the same card', () => {
  expect(withCard(document, plan({}))).toEqual(document);
});

it.each(['card', 'label', 'outline', 'minimal'] as const)('returns a complete document of the style %s', (style) => {
  const changed = withCard(document, plan({ style, subtitle: '' }, 'hold'));
  expect(timelineDocument.parse(changed)).toEqual(changed);
  expect(changed).toEqual(cardDocument({ ...clip, ...plan({ style, subtitle: '' }, 'hold') }));
});
