import { toRecord, type Json } from '#ui/app/json.ts';

const toName = (recipeId: string): string => `offcut:draft:${recipeId}`;

/** Returns the last draft of a recipe's form in this tab, to restore it when the user returns; empty without one. */
export function readDraft(recipeId: string): Json {
  try {
    return toRecord(JSON.parse(sessionStorage.getItem(toName(recipeId)) ?? '{}'));
  } catch {
    // Without storage, or with invalid data in it, there is no draft.
    return {};
  }
}

/** Stores the draft of a recipe's form until the tab is closed. */
export function keepDraft(recipeId: string, body: Json): void {
  try {
    sessionStorage.setItem(toName(recipeId), JSON.stringify(body));
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}
