import { toRecord, type Json } from '#ui/app/json.ts';

const toName = (recipeId: string): string => `offcut:draft:${recipeId}`;

/** What was filled in last for a recipe in this tab, so that it is there when the page is come back to; empty for nothing. */
export function readDraft(recipeId: string): Json {
  try {
    return toRecord(JSON.parse(sessionStorage.getItem(toName(recipeId)) ?? '{}'));
  } catch {
    // Without storage, or with something else in it, nothing was filled in.
    return {};
  }
}

/** Keeps what is filled in for a recipe until the tab is closed. */
export function keepDraft(recipeId: string, body: Json): void {
  try {
    sessionStorage.setItem(toName(recipeId), JSON.stringify(body));
  } catch {
    // Where nothing can be kept, it is there as long as the page.
  }
}
