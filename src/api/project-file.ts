import * as z from 'zod';

/** The file in a project's ZIP that describes all others. */
export const projectFileName = 'project.json';

/** A canvas with the files of its document, each in the same ZIP at `path`. */
export const projectFile = z.object({
  format: z.literal('offcut-project'),
  version: z.literal(1),
  document: z.unknown(),
  assets: z
    .array(
      z.object({
        /** The id by which the document refers to the asset. */
        id: z.string().min(1).max(200),
        path: z.string().min(1).max(500),
        name: z.string().max(1000),
        bytes: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(10_000),
});
export type ProjectFile = z.output<typeof projectFile>;
