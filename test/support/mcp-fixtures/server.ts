import {
  completable,
  inputRequired,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { serveSkills } from '../../../src/api/mcp/skills.ts';
import { serveTasks } from '../../../src/api/mcp/tasks.ts';
import { contentFixtures } from './content.ts';
import { png, type Fixture } from './fixture.ts';
import { answered, form, inputFixtures, stateCodec } from './input.ts';
import { fixtureTasks, taskFixtures } from './tasks.ts';

const fixtures: Readonly<Record<string, Fixture>> = { ...contentFixtures, ...inputFixtures, ...taskFixtures };

/** The tools that the conformance suite calls, built from the parts of the product's server. */
export function buildFixtureServer(): McpServer {
  const mcp = new McpServer(
    { name: 'offcut-fixtures', version: '1.0.0' },
    {
      capabilities: { logging: {}, completions: {} },
      requestState: { verify: (state, context) => stateCodec.verify(state, context) },
    },
  );
  const { server } = mcp;
  server.registerCapabilities({ tools: {}, prompts: { listChanged: false }, resources: { subscribe: true } });
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(fixtures).map(([name, { properties = {} }]) => ({
      name,
      description: `The fixture ${name}.`,
      inputSchema: { type: 'object', properties: { ...properties } },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const fixture = Object.hasOwn(fixtures, params.name) ? fixtures[params.name] : undefined;
    if (!fixture) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found`);
    }
    return fixture.call(params.arguments ?? {}, context);
  });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  serveTasks(server, fixtureTasks);
  serveSkills(mcp);
  addResources(mcp);
  addPrompts(mcp);
  return mcp;
}

function addResources(mcp: McpServer): void {
  const description = 'A fixture.';
  mcp.registerResource('static-text', 'test://static-text', { description, mimeType: 'text/plain' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  mcp.registerResource('static-binary', 'test://static-binary', { description, mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: png }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  mcp.registerResource('template', template, { description, mimeType: 'application/json' }, ({ href }, { id }) => {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` });
    return { contents: [{ uri: href, mimeType: 'application/json', text }] };
  });
}

function addPrompts(mcp: McpServer): void {
  const description = 'A fixture.';
  const say = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } });
  mcp.registerPrompt('test_simple_prompt', { description }, () => ({
    messages: [say('This is a simple prompt for testing.')],
  }));
  const completed = completable(z.string(), (value) =>
    ['paris', 'park', 'party'].filter((one) => one.startsWith(value)),
  );
  mcp.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: z.object({ arg1: completed, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  mcp.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return {
        messages: [
          { role: 'user', content: { type: 'resource', resource } },
          say('Please process the embedded resource above.'),
        ],
      };
    },
  );
  mcp.registerPrompt('test_prompt_with_image', { description }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } },
      say('Please analyze the image above.'),
    ],
  }));
  mcp.registerPrompt('test_input_required_result_prompt', { description }, (context) => {
    const given = answered(context, 'user_context', 'context');
    return given === undefined
      ? inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', 'context') } })
      : { messages: [say(`The context is ${given}.`)] };
  });
}
