/** The functions of the writer and reader of Bruno's file format that this project uses. The package has no types. */
declare module '@usebruno/lang' {
  export function jsonToBruV2(request: object): string;
  export function jsonToCollectionBru(collection: object): string;
  export function envJsonToBruV2(environment: object): string;
  export function bruToJsonV2(text: string): unknown;
}
