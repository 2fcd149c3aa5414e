import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorDocUrlOf } from '#front/api/doc-url.ts';
import { findErrorRow } from '#front/api/error-texts.ts';
import { findFailureRowByCode } from '#front/api/list-failure-rows.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { isErrorCode, type RequestFault, ServiceError } from '#kernel/shared/errors.ts';
import type { AgentTool, ToolAnswer, ToolContext } from './define-agent-tool.ts';
import { toInlinedInputSchema } from './inlined-json-schema.ts';
import { repairArguments, type ToolArgumentRepair } from './repair-arguments.ts';
import { PartlyDoneToolCallError, ServiceRefusal } from './service-caller.ts';

/** The most faulty fields that an error lists: the repaired call is more useful than a long list. */
const MAX_FIELDS = 10;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The arguments with `id` renamed to the tool's argument for it (`AgentTool.id`), unless that argument was also sent. */
function withIdArgument({ id }: AgentTool, sentArguments: Record<string, unknown>): Record<string, unknown> {
  if (id === undefined || !Object.hasOwn(sentArguments, 'id') || Object.hasOwn(sentArguments, id)) return sentArguments;
  const { id: idValue, ...otherArguments } = sentArguments;
  return { ...otherArguments, [id]: idValue };
}

/**
 * An answer as JSON in the content, and not as `structuredContent`: clients that know the latter pass only that to the model, without
 * the pictures of the content.
 */
const textOf = (data: object): CallToolResult['content'][number] => ({ type: 'text', text: JSON.stringify(data) });

function successResult({ data, picture }: ToolAnswer): CallToolResult {
  return {
    content: [
      ...(picture
        ? [{ type: 'image' as const, data: Buffer.from(picture.bytes).toString('base64'), mimeType: picture.type }]
        : []),
      textOf(data),
    ],
  };
}

/** Codes of errors in the arguments, for which a repaired call is shown. */
const ARGUMENT_ERRORS = new Set([
  'validation_failed',
  'unknown_field',
  'invalid_json',
  'variable_unknown',
  'variable_missing',
]);

/** The next step after an error with this code. */
function adviceFor(code: string): string {
  // `create_timeline` reports a failed import as an error with the code of the failure.
  const row = findErrorRow(code) ?? findFailureRowByCode('import', code);
  return row?.agent ?? row?.cure ?? 'Try again once; then tell the user the message.';
}

/** The most rounds of repairs: a repair can reveal further faults, such as the value of a field whose name was misspelt. */
const MAX_ROUNDS = 5;

/** The faults of arguments by the schema of the tool; empty for valid arguments. */
function faultsOf(tool: AgentTool, input: object): readonly RequestFault[] {
  try {
    parseRequestValue(tool.input, input);
    return [];
  } catch (error) {
    return error instanceof ServiceError ? (error.details.faults ?? []) : [];
  }
}

/** Repairs arguments until the schema of the tool accepts them or a fault cannot be repaired. */
function repairInRounds(tool: AgentTool, sentArguments: object, faults: readonly RequestFault[]): ToolArgumentRepair {
  const schema = toInlinedInputSchema(tool.input);
  const repair: ToolArgumentRepair = { repaired: sentArguments, changes: [], left: [...faults] };
  for (let round = 0; round < MAX_ROUNDS && repair.left.length > 0; round++) {
    const { repaired, changes, left: remainingFaults } = repairArguments(repair.repaired, schema, repair.left);
    repair.changes.push(...changes);
    repair.repaired = repaired;
    // Faults that only the service finds, not the schema, can remain in the repaired arguments.
    repair.left = remainingFaults.length > 0 ? remainingFaults : [...faultsOf(tool, repaired)];
    if (remainingFaults.length > 0) break;
  }
  return repair;
}

/** The longest error, in characters: a model reads all of it, and has the arguments that it sent in its context already. */
const MAX_ERROR_CHARACTERS = 4000;
/** The longest repair within an error, in characters. */
const MAX_REPAIR_CHARACTERS = 2200;
/** The longest message of an error, and the longest name and reason of a faulty field, in characters. */
const MAX_MESSAGE_CHARACTERS = 400;
const MAX_REASON_CHARACTERS = 160;
/** The most names of fields in the advice about faults that cannot be repaired. */
const MAX_NAMES = 12;

const truncate = (text: string, maxCharacters: number): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;

/** The arguments for the remaining part of a call, without those that were refused. */
function withoutRefusedArguments(remainingArguments: object, faults: readonly RequestFault[]): object {
  const refusedNames = new Set(faults.map(({ param }) => param.split(/[.[]/)[0]));
  return Object.fromEntries(Object.entries(remainingArguments).filter(([name]) => !refusedNames.has(name)));
}

/**
 * The repair that an error shows, and the next step. The repair is all arguments if they are short, else the changes, else none. For
 * arguments that cannot be repaired, the next step names the fields.
 */
function describeRepair(
  tool: AgentTool,
  sentArguments: object,
  faults: readonly RequestFault[],
): { shownRepair: object; next: string } {
  const { repaired, changes, left: remainingFaults } = repairInRounds(tool, sentArguments, faults);
  const callAgain = `Call ${tool.name} again`;
  if (remainingFaults.length > 0) {
    const names = remainingFaults.slice(0, MAX_NAMES).map(({ param }) => truncate(param, MAX_REASON_CHARACTERS));
    const showsExample =
      Object.keys(sentArguments).length === 0 && JSON.stringify(tool.example).length < MAX_REASON_CHARACTERS;
    return {
      shownRepair: showsExample ? { example: tool.example } : {},
      next: `No repair is known for ${names.join(', ')}: change it as \`fields\` says, and keep the rest. ${callAgain}.`,
    };
  }
  if (JSON.stringify(repaired).length <= MAX_REPAIR_CHARACTERS)
    return { shownRepair: { repaired_example: repaired }, next: `${callAgain} with arguments like repaired_example.` };
  if (JSON.stringify(changes).length <= MAX_REPAIR_CHARACTERS)
    return { shownRepair: { changes }, next: `${callAgain} with the same arguments, changed as \`changes\` says.` };
  return { shownRepair: {}, next: `${callAgain} with the same arguments, changed as \`fields\` says.` };
}

function refusalResult(
  tool: AgentTool,
  sentArguments: object,
  refusal: ServiceRefusal,
  baseUrl: string | undefined,
): CallToolResult {
  const { code, message, faults, requestId } = refusal;
  const docUrl =
    refusal.docUrl ?? (baseUrl !== undefined && isErrorCode(code) ? errorDocUrlOf(baseUrl, code) : undefined);
  const fields = faults.slice(0, MAX_FIELDS).map(({ param, message: reason }) => ({
    field: truncate(param, MAX_REASON_CHARACTERS),
    reason: truncate(reason, MAX_REASON_CHARACTERS),
  }));
  const errorFields = {
    code,
    message: truncate(message, MAX_MESSAGE_CHARACTERS),
    ...(fields.length > 0 ? { fields } : {}),
    ...(docUrl === undefined ? {} : { doc_url: docUrl }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  };
  const advice = adviceFor(code);
  if (refusal instanceof PartlyDoneToolCallError) {
    const example = withoutRefusedArguments(refusal.left, faults);
    const next = `Part of the call was done. Call ${tool.name} again with arguments like repaired_example, and another value instead of the refused one. ${advice}`;
    return errorResult({ ...errorFields, repaired_example: example, ...refusal.made, next });
  }
  if (!ARGUMENT_ERRORS.has(code) || faults.length === 0) return errorResult({ ...errorFields, next: advice });
  const { shownRepair, next } = describeRepair(tool, sentArguments, faults);
  return errorResult({ ...errorFields, ...shownRepair, next });
}

/** The result of a call that failed. The repair is left out if the error would be too long with it. */
function errorResult(error: Record<string, unknown>): CallToolResult {
  const { repaired_example: _, changes: __, ...errorWithoutRepair } = error;
  const isSmall = JSON.stringify({ error }).length <= MAX_ERROR_CHARACTERS;
  return { content: [textOf({ error: isSmall ? error : errorWithoutRepair })], isError: true };
}

/** The part of an error that a model sees. Unexpected errors become `internal_error`, which reveals no details. */
function refusalOf(error: unknown): ServiceRefusal {
  if (error instanceof ServiceRefusal) return error;
  if (error instanceof ServiceError) return new ServiceRefusal(error.code, error.message, error.details.faults);
  return new ServiceRefusal('internal_error', 'The tool failed.');
}

/**
 * Calls a tool. Never rejects: a failure is a result with the field, the reason, and arguments that would be accepted.
 * @param onFault called with unexpected errors, for the log
 */
export async function runTool(
  tool: AgentTool,
  sentArguments: unknown,
  context: ToolContext,
  onFault: (error: unknown) => void = () => undefined,
): Promise<CallToolResult> {
  const input = isObject(sentArguments) ? withIdArgument(tool, sentArguments) : {};
  try {
    parseRequestValue(tool.input, input);
    return successResult(await tool.run(input, context));
  } catch (error) {
    if (!(error instanceof ServiceRefusal || error instanceof ServiceError)) onFault(error);
    return refusalResult(tool, input, refusalOf(error), context.baseUrl);
  }
}
