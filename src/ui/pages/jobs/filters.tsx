import type { JobView } from '#operations/jobs.ts';
import { recipeCards, toRecipeName } from '#ui/pages/home/recipe-cards.ts';
import type { Sieve } from './sift.ts';

const statuses: readonly { value: JobView['status'] | ''; label: string }[] = [
  { value: '', label: 'Any state' },
  { value: 'awaiting_review', label: 'Needs review' },
  { value: 'running', label: 'Running' },
  { value: 'queued', label: 'Queued' },
  { value: 'completed', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'canceled', label: 'Canceled' },
];

const recipes = [...recipeCards.map(({ id, name }) => ({ id, name })), { id: 'export', name: toRecipeName('export') }];

/** Search and filters of the jobs. */
export function Filters({ sieve, onChange }: { sieve: Sieve; onChange: (part: Partial<Sieve>) => void }) {
  return (
    <div class="row job-filters" role="search" aria-label="Jobs">
      <input
        class="input job-search"
        type="search"
        placeholder="Search by name or id"
        aria-label="Search by name or id"
        value={sieve.words}
        onInput={(event) => onChange({ words: event.currentTarget.value })}
      />
      <select
        class="input"
        aria-label="State"
        value={sieve.status}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: statuses.find((each) => each.value === value)?.value ?? '' })
        }
      >
        {statuses.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        class="input"
        aria-label="Recipe"
        value={sieve.recipeId}
        onChange={(event) => onChange({ recipeId: event.currentTarget.value })}
      >
        <option value="">Any recipe</option>
        {recipes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
