/**
 * Replaces the JSON Schema validator of the MCP SDK, 11 kB, in the service worker. The SDK uses it for responses to requests that a
 * server sends to a client, and a stateless server sends none.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This MCP server sends no requests to clients, so it has no responses to validate.');
  }
}
