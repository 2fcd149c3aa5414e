import type { CallToolResult } from '@modelcontextprotocol/server';
import { validate } from '../contract/validate.ts';
import { type Fault, ServiceError } from '../shared/errors.ts';
import type { AgentTool, ToolAnswer, ToolContext } from './agent-tool.ts';
import { inputSchemaOf } from './input-schema.ts';
import { repairArguments } from './repair-arguments.ts';
import { RefusedPartly, ServiceRefusal } from './service-caller.ts';

/** More faults are not listed: one repaired call tells more than a long list. */
const MAX_FIELDS = 10;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `id` means the tool's own thing where it has no argument of that name. */
function named({ id }: AgentTool, given: Record<string, unknown>): Record<string, unknown> {
  if (id === undefined || !Object.hasOwn(given, 'id') || Object.hasOwn(given, id)) return given;
  const { id: meant, ...rest } = given;
  return { ...rest, [id]: meant };
}

const textOf = (data: object): CallToolResult['content'][number] => ({ type: 'text', text: JSON.stringify(data) });

function answered({ data, picture }: ToolAnswer): CallToolResult {
  return {
    content: [
      ...(picture
        ? [{ type: 'image' as const, data: Buffer.from(picture.bytes).toString('base64'), mimeType: picture.type }]
        : []),
      textOf(data),
    ],
    structuredContent: { ...data },
  };
}

/** Whether a failure is one of the arguments: then a repaired call is shown. */
const ARGUMENTS = new Set([
  'validation_failed',
  'unknown_field',
  'invalid_json',
  'variable_unknown',
  'variable_missing',
]);

/** What to do about failures that other arguments do not repair. */
const ADVICE: Readonly<Record<string, string>> = {
  timeline_not_found: 'Use the id that create_timeline gave.',
  slide_not_found: 'get_timeline lists the slides with their ids.',
  render_not_found: 'Use the id that render_video gave.',
  template_not_found: 'list_templates names the templates.',
  timeline_empty: 'Add slides with update_slides.',
  render_not_cancelable: 'The render has ended; get_render shows how.',
  rate_limited: 'Wait a minute and call again.',
  too_many_renders: 'Wait until a render has ended, and call again.',
  quota_exceeded: 'The plan of the account allows no more this month. Tell the user.',
  entitlement_required: 'The plan of the account does not allow this. Choose less, or tell the user.',
  credentials_missing: 'Tell the user that the API key is missing.',
  api_key_invalid: 'Tell the user that the API key is not valid.',
};

/** A repair can show other faults: of a field whose name was misspelt, its value. */
const ROUNDS = 3;

function faultsOf(tool: AgentTool, input: object): readonly Fault[] {
  try {
    validate(tool.input, input);
    return [];
  } catch (error) {
    return error instanceof ServiceError ? (error.details.faults ?? []) : [];
  }
}

/** Arguments that would be taken: the given ones repaired, where that succeeds, else an example. */
function goodArguments(tool: AgentTool, given: object, faults: readonly Fault[]): object {
  const schema = inputSchemaOf(tool.input);
  let repaired = given;
  let left = faults;
  for (let round = 0; round < ROUNDS && left.length > 0; round++) {
    repaired = repairArguments(repaired, schema, left);
    left = faultsOf(tool, repaired);
  }
  return left.length === 0 ? repaired : (tool.example as object);
}

function refused(tool: AgentTool, given: object, refusal: ServiceRefusal): CallToolResult {
  const { code, message, faults, requestId } = refusal;
  const fields = faults.slice(0, MAX_FIELDS).map(({ param, message: reason }) => ({ field: param, reason }));
  const partly = refusal instanceof RefusedPartly ? refusal : undefined;
  const isRepairable = partly !== undefined || (ARGUMENTS.has(code) && faults.length > 0);
  const error = {
    code,
    message,
    ...(fields.length > 0 ? { fields } : {}),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(isRepairable ? { repaired_example: goodArguments(tool, partly?.left ?? given, faults) } : {}),
    ...partly?.made,
    next: isRepairable
      ? `${partly ? 'A part of it is done. ' : ''}Call ${tool.name} again with arguments like repaired_example.`
      : (ADVICE[code] ?? 'Try again once; then tell the user the message.'),
  };
  return { content: [textOf({ error })], structuredContent: { error }, isError: true };
}

/** What a model is told of an error. One of another kind says nothing of what happened inside. */
function refusalOf(error: unknown): ServiceRefusal {
  if (error instanceof ServiceRefusal) return error;
  if (error instanceof ServiceError) return new ServiceRefusal(error.code, error.message, error.details.faults);
  return new ServiceRefusal('internal_error', 'The tool failed.');
}

/** Does one call of a tool. A failure is an answer: it names the field, the reason and arguments that would be taken. */
export async function runTool(
  tool: AgentTool,
  given: unknown,
  context: ToolContext,
  onFault: (error: unknown) => void = () => undefined,
): Promise<CallToolResult> {
  const input = isObject(given) ? named(tool, given) : {};
  try {
    validate(tool.input, input);
    return answered(await tool.run(input, context));
  } catch (error) {
    if (!(error instanceof ServiceRefusal || error instanceof ServiceError)) onFault(error);
    return refused(tool, input, refusalOf(error));
  }
}
