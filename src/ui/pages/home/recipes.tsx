import { signal } from '@preact/signals';
import { removeBackgroundId } from '#recipes/remove-background/defaults.ts';
import { call, type DataOf } from '#ui/app/client.ts';
import { toDuration } from '#ui/kit/format.ts';
import { activeJob } from '#ui/pages/jobs/jobs.ts';
import { toHref } from '#ui/app/navigation.ts';
import { prefersStill } from '#ui/kit/prefers-still.ts';
import { useLoad } from '#ui/kit/use-load.ts';
import { MovingSample } from './moving-sample.tsx';
import { withOthers, type RecipeCard } from './recipe-cards.ts';

type Template = DataOf<'listRecipes'>[number];

const isPaused = signal(false);

/** A card for each recipe, which links to its page. `material` is the selected source; null without one. */
export function Recipes(props: {
  material: string | null;
  /** Handles a click on a card instead of its link, if the material must be uploaded first. */
  onChoose: ((recipeId: string) => void) | null;
}) {
  const { loaded } = useLoad((signal) => call('listRecipes', { signal }));
  const catalog = loaded.state === 'ready' ? loaded.data : [];
  const hasVideo = props.material !== null || props.onChoose !== null;
  // With a selected video, this page itself is the form of background removal.
  const cards = withOthers(catalog).filter(({ id }) => !hasVideo || id !== removeBackgroundId);
  // Animations use the CPU cores that run the job.
  const isStill = isPaused.value || prefersStill.value || activeJob.value !== null;
  return (
    <section class="stack" aria-labelledby="recipes">
      <div class="row row-apart">
        <h2 id="recipes">{hasVideo ? 'Other recipes for this video' : 'Recipes'}</h2>
        {!prefersStill.value && (
          <p class="small soft">
            <button type="button" class="link-button" onClick={() => (isPaused.value = !isPaused.value)}>
              {isPaused.value ? 'Play previews' : 'Pause previews'}
            </button>
          </p>
        )}
      </div>
      <ul class="cards">
        {cards.map((card) => (
          <Card
            key={card.id}
            card={card}
            template={catalog.find(({ id }) => id === card.id) ?? null}
            isStill={isStill}
            {...props}
          />
        ))}
      </ul>
    </section>
  );
}

function Card(props: {
  card: RecipeCard;
  /** Null until the catalog is loaded. */
  template: Template | null;
  isStill: boolean;
  material: string | null;
  onChoose: ((recipeId: string) => void) | null;
}) {
  const { card, template, material, onChoose } = props;
  return (
    <li class="card recipe">
      {card.hasSample && <MovingSample name={card.id} isStill={props.isStill} />}
      <div class="recipe-words">
        <h3>
          <a
            class="card-link"
            href={toHref({ page: 'recipe', recipeId: card.id, material })}
            onClick={(event) => {
              if (onChoose) {
                event.preventDefault();
                onChoose(card.id);
              }
            }}
          >
            {card.name}
          </a>
        </h3>
        <p class="soft small">{card.pitch}</p>
        <p class="soft small num recipe-price">{template && toPrice(template)}</p>
      </div>
    </li>
  );
}

const toPrice = ({ priceCredits, etaSeconds, hasReviewGate }: Template): string =>
  [`${priceCredits} credits`, `about ${toDuration(etaSeconds)}`, ...(hasReviewGate ? ['review'] : [])].join(' · ');
