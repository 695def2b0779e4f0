import { tools } from '#operations/tools.ts';
import { recipeIds, recipes } from '#recipes/catalog.ts';

/** The facts at the head of the skill, by which an agent decides whether to read it. */
export const skillFacts = {
  name: 'offcut',
  description:
    'Edit videos on this device with Offcut: cut people or objects out, remove silence, put chats, text or titles into a video, make a launch film, edit the timeline and export it. Use it whenever the user wants to edit or create a video and the Offcut tools are available.',
} as const;

/** The skill of using Offcut, written from the catalog and the tools. */
export function createSkill(): string {
  return [
    '---',
    `name: ${skillFacts.name}`,
    `description: ${JSON.stringify(skillFacts.description)}`,
    '---',
    '',
    '# Editing videos with Offcut',
    '',
    'Offcut runs inside a browser on this device: no video leaves it, and a tab of it has to be open while it works.',
    '',
    '## A run, step by step',
    '',
    '1. `list_recipes`, then `estimate` with the `recipeId`: say what it will cost, and stop at a blocker.',
    '2. Get a material. Use a public https URL directly. For a file of the user, call `create_upload`, send the user to `uploadUrl`, and poll `get_upload` until it returns the material; with `upload_file` (in the local connector) pass the path instead. `list_materials` lists the existing materials.',
    '3. `run_recipe` with `recipeId` and `input`. The answer is a job at once.',
    '4. `wait_for_job` again and again until the job has ended.',
    '5. A job that is `awaiting_review` has made a proposal and waits for a person. Show them the pictures and, in plain words, the proposal. Then `review_job`: `approve` (with a changed `proposal` where they want something else), `regenerate` with changed `parameters`, or `reject`. Do not approve on your own unless the person left it to you.',
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
    'A failed call is a JSON object with `errorCode`, `message` and `details`. Tell the person `message`; branch on `errorCode`. `ENGINE_UNAVAILABLE` means that no tab of Offcut is open: ask the person to open it. `retryable: true` means that the same call may work later; the same run is never charged twice.',
    '',
  ].join('\n');
}
