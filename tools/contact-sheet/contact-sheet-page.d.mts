/** The content of a contact sheet: a column for each moment, with its time in both files. `aspect` is width divided by height. */
export type ContactSheetPlan = {
  readonly sourceUrl: string;
  /** A file with an alpha channel that browsers can play. */
  readonly cutOutUrl: string;
  readonly columns: readonly { readonly sourceSeconds: number; readonly cutOutSeconds: number }[];
  readonly aspect: number;
};

/** Draws source, matte, and cutout over green, black and white. Returns the data URL of a PNG. Rejects if a player fails. */
export function drawContactSheet(plan: ContactSheetPlan): Promise<string>;
