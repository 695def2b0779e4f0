import * as real from '../../src/store/migrations.ts';

/** The database of a later version of the product, which has one more step and nothing new in it. */
export const schemaVersion = real.schemaVersion + 1;

export const migrate = (...[database, upgrade, oldVersion]: Parameters<typeof real.migrate>): Promise<void> =>
  real.migrate(database, upgrade, oldVersion);
