/** The functions of `binary.ts`, generated from `assembly/` by `npm run kernels`. */
// oxfmt-ignore
// oxlint-disable max-lines -- it is generated
export type Exports = {
  compress(
    state: number,
    from: number,
    to: number,
  ): void;
};
