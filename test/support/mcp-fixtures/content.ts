import { inputRequired } from '@modelcontextprotocol/server';
import { pause, png, text, wav, type Fixture } from './fixture.ts';

const resource = (uri: string, mimeType: string, content: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: content },
});
const image = { type: 'image', data: png, mimeType: 'image/png' } as const;

/** Tools that show each kind of content, of message and of error. */
export const contentFixtures: Readonly<Record<string, Fixture>> = {
  test_simple_text: { call: () => text('This is a simple text response for testing.') },
  test_image_content: { call: () => ({ content: [image] }) },
  test_audio_content: { call: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: {
    call: () => ({
      content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    }),
  },
  test_multiple_content_types: {
    call: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  },
  test_error_handling: {
    call: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_logging: {
    call: async (_, { mcpReq }) => {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', line);
        await pause(50);
      }
      return text('Logged');
    },
  },
  test_logging_tool: {
    call: async (_, { mcpReq }) => {
      await mcpReq.log('info', 'Nobody asked for this');
      return text('Logged');
    },
  },
  test_tool_with_progress: {
    call: async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
        }
        await pause(50);
      }
      return text('Done');
    },
  },
  test_missing_capability: {
    call: () =>
      inputRequired({ inputRequests: { thought: inputRequired.createMessage({ messages: [], maxTokens: 1 }) } }),
  },
  greet: { properties: { name: { type: 'string' } }, call: ({ name }) => text(`Hello, ${String(name)}!`) },
};
