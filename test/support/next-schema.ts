import * as real from '../../src/store/migrations.ts';

/** The database of a later version of the product, with one more step that changes nothing. */
export const schemaVersion = real.schemaVersion + 1;

export const migrate = (...[database, upgrade, oldVersion]: Parameters<typeof real.migrate>): Promise<void> =>
  real.migrate(database, upgrade, oldVersion);
