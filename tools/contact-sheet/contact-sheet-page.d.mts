/** What a contact sheet shows: a column for each moment, with its time in either file. `aspect` is width by height. */
export type ContactSheetPlan = {
  readonly sourceUrl: string;
  /** A file with alpha that browsers play. */
  readonly cutOutUrl: string;
  readonly columns: readonly { readonly sourceSeconds: number; readonly cutOutSeconds: number }[];
  readonly aspect: number;
};

/** Draws source, matte and cut-out over green, black and white as a PNG, given as a data URL. Rejects when a player fails. */
export function drawContactSheet(plan: ContactSheetPlan): Promise<string>;
