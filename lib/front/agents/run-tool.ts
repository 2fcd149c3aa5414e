import type { CallToolResult } from '@modelcontextprotocol/server';
import { docUrlOf } from '#front/api/doc-url.ts';
import { findErrorRow } from '#front/api/error-words.ts';
import { failureRowOf } from '#front/api/failure-words.ts';
import { validate } from '#kernel/contract/validate.ts';
import { type Fault, isErrorCode, ServiceError } from '#kernel/shared/errors.ts';
import type { AgentTool, ToolAnswer, ToolContext } from './agent-tool.ts';
import { inputSchemaOf } from './input-schema.ts';
import { type Repair, repairArguments } from './repair-arguments.ts';
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

/**
 * The answer once, as JSON: clients that know `structuredContent` give models either it or the content, and leave out the pictures
 * then; those that do not give them the content.
 */
const textOf = (data: object): CallToolResult['content'][number] => ({ type: 'text', text: JSON.stringify(data) });

function answered({ data, picture }: ToolAnswer): CallToolResult {
  return {
    content: [
      ...(picture
        ? [{ type: 'image' as const, data: Buffer.from(picture.bytes).toString('base64'), mimeType: picture.type }]
        : []),
      textOf(data),
    ],
  };
}

/** Failures of the arguments, for which a repaired call is shown. */
const ARGUMENTS = new Set([
  'validation_failed',
  'unknown_field',
  'invalid_json',
  'variable_unknown',
  'variable_missing',
]);

/** Advice for a failure that other arguments do not repair. */
function adviceFor(code: string): string {
  // An import that failed is reported as a refusal of the tool that made it.
  const row = findErrorRow(code) ?? failureRowOf('import', code);
  return row?.agent ?? row?.cure ?? 'Try again once; then tell the user the message.';
}

/** A repair can show other faults: of a field whose name was misspelt, its value. */
const ROUNDS = 5;

function faultsOf(tool: AgentTool, input: object): readonly Fault[] {
  try {
    validate(tool.input, input);
    return [];
  } catch (error) {
    return error instanceof ServiceError ? (error.details.faults ?? []) : [];
  }
}

/** The given arguments repaired until nothing is refused that can be seen here, or a fault is left. */
function repairedWhole(tool: AgentTool, given: object, faults: readonly Fault[]): Repair {
  const schema = inputSchemaOf(tool.input);
  const whole: Repair = { repaired: given, changes: [], left: [...faults] };
  for (let round = 0; round < ROUNDS && whole.left.length > 0; round++) {
    const { repaired, changes, left } = repairArguments(whole.repaired, schema, whole.left);
    whole.changes.push(...changes);
    whole.repaired = repaired;
    // What the service refused for its meaning cannot be seen here, and stays refused.
    whole.left = left.length > 0 ? left : [...faultsOf(tool, repaired)];
    if (left.length > 0) break;
  }
  return whole;
}

/** A refusal has at most this many characters: a model reads all of it, and what it sent is in its context. */
const MAX_REFUSAL = 4000;
/** The part of them that the repair may have. */
const MAX_REPAIR = 2200;
const MAX_MESSAGE = 400;
const MAX_REASON = 160;
const MAX_NAMES = 12;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Arguments of which an imported deck is there already, without those that were refused. */
function withoutRefused(left: object, faults: readonly Fault[]): object {
  const refused = new Set(faults.map(({ param }) => param.split(/[.[]/)[0]));
  return Object.fromEntries(Object.entries(left).filter(([name]) => !refused.has(name)));
}

/** Repair of a call: the whole arguments if they are small, otherwise what changes in them; or that nothing can be repaired. */
function repairOf(tool: AgentTool, given: object, faults: readonly Fault[]): { shown: object; next: string } {
  const { repaired, changes, left } = repairedWhole(tool, given, faults);
  const again = `Call ${tool.name} again`;
  if (left.length > 0) {
    const names = left.slice(0, MAX_NAMES).map(({ param }) => cut(param, MAX_REASON));
    const isBare = Object.keys(given).length === 0 && JSON.stringify(tool.example).length < MAX_REASON;
    return {
      shown: isBare ? { example: tool.example } : {},
      next: `No repair is known for ${names.join(', ')}: change it as \`fields\` says, and keep the rest. ${again}.`,
    };
  }
  if (JSON.stringify(repaired).length <= MAX_REPAIR)
    return { shown: { repaired_example: repaired }, next: `${again} with arguments like repaired_example.` };
  if (JSON.stringify(changes).length <= MAX_REPAIR)
    return { shown: { changes }, next: `${again} with the same arguments, changed as \`changes\` says.` };
  return { shown: {}, next: `${again} with the same arguments, changed as \`fields\` says.` };
}

function refused(tool: AgentTool, given: object, refusal: ServiceRefusal, baseUrl: string | undefined): CallToolResult {
  const { code, message, faults, requestId } = refusal;
  const docUrl = refusal.docUrl ?? (baseUrl !== undefined && isErrorCode(code) ? docUrlOf(baseUrl, code) : undefined);
  const fields = faults
    .slice(0, MAX_FIELDS)
    .map(({ param, message: reason }) => ({ field: cut(param, MAX_REASON), reason: cut(reason, MAX_REASON) }));
  const about = {
    code,
    message: cut(message, MAX_MESSAGE),
    ...(fields.length > 0 ? { fields } : {}),
    ...(docUrl === undefined ? {} : { doc_url: docUrl }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  };
  const advice = adviceFor(code);
  if (refusal instanceof RefusedPartly) {
    const example = withoutRefused(refusal.left, faults);
    const next = `Part of the call was done. Call ${tool.name} again with arguments like repaired_example, and another value instead of the refused one. ${advice}`;
    return errorAnswer({ ...about, repaired_example: example, ...refusal.made, next });
  }
  if (!ARGUMENTS.has(code) || faults.length === 0) return errorAnswer({ ...about, next: advice });
  const { shown, next } = repairOf(tool, given, faults);
  return errorAnswer({ ...about, ...shown, next });
}

/** An error whose repair is left out where it would be too long all the same. */
function errorAnswer(error: Record<string, unknown>): CallToolResult {
  const { repaired_example: _, changes: __, ...rest } = error;
  const isSmall = JSON.stringify({ error }).length <= MAX_REFUSAL;
  return { content: [textOf({ error: isSmall ? error : rest })], isError: true };
}

/** The part of an error that a model sees. Other kinds of errors reveal nothing of what happened inside. */
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
    return refused(tool, input, refusalOf(error), context.baseUrl);
  }
}
