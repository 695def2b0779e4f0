/** The document version. Raise it, with a migration, if older documents need an upgrade (`upgrade.ts`): old builds refuse it. */
export const documentVersion = 2;
