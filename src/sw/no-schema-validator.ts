/**
 * Stands in the service worker for the JSON Schema validator of the MCP SDK, 11 kB: it is for answers to requests that a
 * server pushes to a client, and a stateless server pushes none.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server sends clients no requests whose answers it would have to check.');
  }
}
