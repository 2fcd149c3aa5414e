import type { CloudFormationResources } from './api-stage-logical-id.ts';
import { logicalIdPrefix } from './logical-id-prefix.ts';
import type { FunctionDefinition, FunctionDefinitions, FunctionEventDeclaration } from './serverless-cli.ts';

/** The kind of all functions that belong to no other kind. */
const OTHER_KIND = 'workers' as const;

/**
 * Kinds of functions by the events that start them. Each kind has a log group. A group for each function would be an eighth of
 * all resources that a template may have, and a render would have to be followed through all of them. Each record names its
 * function.
 */
const LOG_GROUP_KINDS = [
  {
    name: 'api',
    includes: (events: readonly FunctionEventDeclaration[]) => events.some(({ http }) => http !== undefined),
  },
  {
    name: 'sweepers',
    includes: (events: readonly FunctionEventDeclaration[]) => events.some(({ schedule }) => schedule !== undefined),
  },
  { name: OTHER_KIND, includes: () => true },
] as const;
type LogGroupKind = (typeof LOG_GROUP_KINDS)[number]['name'];

const logGroupResourceId = (kind: LogGroupKind): string => `${logicalIdPrefix(kind)}LogGroup`;

/** The kind of a function by its events: the first that applies. */
export const logGroupKindOfFunction = ({ events = [] }: Pick<FunctionDefinition, 'events'>): LogGroupKind =>
  LOG_GROUP_KINDS.find(({ includes }) => includes(events))?.name ?? OTHER_KIND;

/** Name in AWS of the log group of a kind. @param prefix the service and the stage */
export const logGroupName = (prefix: string, kind: LogGroupKind): string => `/aws/lambda/${prefix}/${kind}`;

/**
 * Sends the records of each function to the group of its kind.
 * @param functions by their names, as serverless.yml has them
 * @param prefix the service and the stage
 * @param retentionInDays days for which records are kept; undefined: for ever
 * @returns the log groups as resources
 */
export function shareLogGroups(
  functions: FunctionDefinitions,
  prefix: string,
  retentionInDays: number | undefined,
): CloudFormationResources {
  for (const definition of Object.values(functions)) {
    definition.logs = { logGroup: { Ref: logGroupResourceId(logGroupKindOfFunction(definition)) } };
    // Then the CLI makes no separate group for the function.
    definition.disableLogs = true;
  }
  return Object.fromEntries(
    LOG_GROUP_KINDS.map(({ name }) => [
      logGroupResourceId(name),
      {
        Type: 'AWS::Logs::LogGroup',
        Properties: { LogGroupName: logGroupName(prefix, name), RetentionInDays: retentionInDays },
      },
    ]),
  );
}
