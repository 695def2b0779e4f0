import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { text, type Fixture } from './fixture.ts';

/** Signs state that passes through the client. */
export const stateCodec = createRequestStateCodec<{ step: number }>({ key: 'a key for tests that has 32 bytes.' });

/** A form with one field. */
export const form = (
  message: string,
  field: string,
  property: { type: 'string' } | { type: 'boolean' } = { type: 'string' },
): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: property }, required: [field] },
  });

const sample = (question: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens });

const nameForm = form('What is your name?', 'name');
const capital = sample('What is the capital of France?', 100);

const ask = (inputRequests: Record<string, InputRequest>, requestState?: string): InputRequiredResult =>
  inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) });

const getState = ({ mcpReq }: ServerContext) => mcpReq.requestState<{ step: number }>();

/** Returns a text field of a submitted form. */
export function answered(context: ServerContext, name: string, field: string): string | undefined {
  const value = acceptedContent(context.mcpReq.inputResponses, name)?.[field];
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

const getKind = ({ mcpReq }: ServerContext, name: string) => inputResponse(mcpReq.inputResponses, name).kind;

/** Tools that need input from the client before they can answer. */
export const inputFixtures: Readonly<Record<string, Fixture>> = {
  test_input_required_result_elicitation: {
    call: (_, context) => {
      const name = answered(context, 'user_name', 'name');
      return name === undefined ? ask({ user_name: nameForm }) : text(`Hello, ${name}!`);
    },
  },
  test_streaming_elicitation: { call: () => ask({ user_name: nameForm }) },
  test_input_required_result_sampling: {
    call: (_, context) =>
      getKind(context, 'capital_question') === 'sampling' ? text('Paris') : ask({ capital_question: capital }),
  },
  test_input_required_result_list_roots: {
    call: (_, context) => {
      const view = inputResponse(context.mcpReq.inputResponses, 'client_roots');
      return view.kind === 'roots'
        ? text(view.roots.map(({ uri }) => uri).join(' '))
        : ask({ client_roots: inputRequired.listRoots() });
    },
  },
  test_input_required_result_request_state: { call: (_, context) => confirm(context) },
  test_input_required_result_tampered_state: { call: (_, context) => confirm(context) },
  test_input_required_result_multiple_inputs: {
    call: async (_, context) => {
      const isWhole = ['user_name', 'greeting', 'client_roots'].every((name) => getKind(context, name) !== 'missing');
      return isWhole && getState(context)
        ? text('All is there')
        : ask(
            {
              user_name: nameForm,
              greeting: sample('Generate a greeting', 50),
              client_roots: inputRequired.listRoots(),
            },
            await stateCodec.mint({ step: 1 }),
          );
    },
  },
  test_input_required_result_multi_round: {
    call: async (_, context) => {
      const step = getState(context)?.step ?? 0;
      if (step === 2 && answered(context, 'step2', 'color') !== undefined) {
        return text('Both are there');
      }
      return step === 1 && answered(context, 'step1', 'name') !== undefined
        ? ask({ step2: form('Step 2: What is your favorite color?', 'color') }, await stateCodec.mint({ step: 2 }))
        : ask({ step1: form('Step 1: What is your name?', 'name') }, await stateCodec.mint({ step: 1 }));
    },
  },
  test_input_required_result_capabilities: {
    call: (_, { mcpReq }) => {
      const told = JSON.stringify(mcpReq.envelope ?? {});
      return ask({
        ...(told.includes('"sampling"') && { capital_question: capital }),
        ...(told.includes('"elicitation"') && { user_name: nameForm }),
      });
    },
  },
};

async function confirm(context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  return getState(context) && answered(context, 'confirm', 'ok') !== undefined
    ? text('state-ok')
    : ask({ confirm: form('Please confirm', 'ok', { type: 'boolean' }) }, await stateCodec.mint({ step: 1 }));
}
