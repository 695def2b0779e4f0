import type { Product } from '../product.ts';
import type { Kit } from '../matrix/kit.ts';

/** What the check of a feature works with: the product in a browser, and a folder of files that are made. */
export type Place = {
  readonly product: Product;
  readonly kit: Kit;
  /** The handle of `public/sample/presenter.mp4`, which shows a person. */
  readonly sample: string;
};

/** Something that users do, or a browser has, which may differ between browsers. */
export type Feature = {
  readonly id: string;
  readonly title: string;
  /**
   * How it works here, in few words: `yes`, or by what else. Throws, with the reason, where it does not.
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
