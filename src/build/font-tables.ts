/** The tables of a font by their tags, as the OpenType specification has them. */
export type FontTables = ReadonlyMap<string, Buffer>;
