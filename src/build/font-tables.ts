/** The tables of a font by their tags in the OpenType specification. */
export type FontTables = ReadonlyMap<string, Buffer>;
