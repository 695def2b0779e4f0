import { recipeIds, recipes } from '#recipes/catalog.ts';
import { tools } from './tools.ts';

/** The metadata of the skill, from which an agent decides whether to read it. */
export const skillFacts = {
  name: 'offcut',
  description:
    'Edit videos on this device with Offcut: cut out people or objects, remove silence, add chats, texts or titles to a video, make a launch film, edit the timeline and export it. Use it whenever the user wants to edit or create a video and the Offcut tools are available.',
} as const;

/** Writes the skill for using Offcut from the catalog and the tools. */
export function createSkill(): string {
  return [
    '---',
    `name: ${skillFacts.name}`,
    `description: ${JSON.stringify(skillFacts.description)}`,
    '---',
    '',
    '# Editing videos with Offcut',
    '',
    'Offcut runs inside a browser on this device. No video leaves the device, and a tab of Offcut must stay open while it works.',
    '',
    '## A run, step by step',
    '',
    '1. Call `list_recipes`, then `estimate` with the `recipeId`. Report the price to the user, and stop if there is a blocker.',
    '2. Get a material. Use a public https URL directly. For a file of the user, call `create_upload`, send the user to `uploadUrl`, and poll `get_upload` until it returns the material; with `upload_file` (in the local connector) pass the path instead. `list_materials` lists the existing materials.',
    '3. Call `run_recipe` with `recipeId` and `input`. It returns a job immediately.',
    '4. Repeat `wait_for_job` until the job has ended.',
    '5. A job with the status `awaiting_review` has a proposal and waits for the user. Show the preview images and explain the proposal in plain words. Then call `review_job`: `approve` (with a changed `proposal` if the user wants something else), `regenerate` with changed `parameters`, or `reject`. Do not approve without the user, unless they left the decision to you.',
    '6. A `completed` job has `finalUrl`, the file, and `canvasId`, its editable timeline.',
    '',
    '## Recipes',
    '',
    ...recipeIds.map((id) => {
      const { summary, priceCredits, proposal } = recipes[id];
      return `- \`${id}\`: ${summary} ${priceCredits} credits${proposal ? ', with review' : ''}.`;
    }),
    '',
    '## Tools',
    '',
    ...tools.map(({ name, title, isReadOnly }) => `- \`${name}\`: ${title}${isReadOnly ? ' (changes nothing)' : ''}.`),
    '',
    '## Changing a result',
    '',
    '`get_canvas` returns the document and its `revision`; `edit_canvas` applies edits to that revision atomically; `export_canvas` renders a file, as a job. On `REVISION_CONFLICT`, get the canvas again.',
    '',
    '## When something fails',
    '',
    'A failed call returns a JSON object with `errorCode`, `message` and `details`. Show `message` to the user; branch on `errorCode`. `ENGINE_UNAVAILABLE` means that no tab of Offcut is open: ask the user to open it. `retryable: true` means that the same call may succeed later; the same run is never charged twice.',
    '',
  ].join('\n');
}
