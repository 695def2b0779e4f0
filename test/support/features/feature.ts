import type { Product } from '../product.ts';
import type { Kit } from '../matrix/kit.ts';

/** The input of a check: the product in a browser, and a folder for generated files. */
export type Place = {
  readonly product: Product;
  readonly kit: Kit;
  /** The handle of `public/sample/presenter.mp4`, which shows a person. */
  readonly sample: string;
};

/** A user action or a browser capability that may differ between browsers. */
export type Feature = {
  readonly id: string;
  readonly title: string;
  /**
   * Returns how the feature works here: `yes`, or a short alternative. Throws with the reason if it does not work.
   */
  readonly check: (place: Place) => Promise<string>;
};

export type FeatureGroup = { readonly title: string; readonly features: readonly Feature[] };

/** Throws `reason` unless `isTrue`. */
export function require(isTrue: boolean, reason: string): void {
  if (!isTrue) {
    throw new Error(reason);
  }
}
