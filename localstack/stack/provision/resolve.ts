/** Values that CloudFormation returns for a resource: `Ref` under the empty name, `Fn::GetAtt` under the attribute's name. */
export type CloudFormationAttributes = Readonly<Record<string, string>>;

/** Values of CloudFormation's pseudo parameters. */
export interface PseudoParameters {
  accountId: string;
  region: string;
  stackName: string;
}

/** An error for a reference to a resource that the template does not have, or that has no local counterpart. */
export class UnresolvedReferenceError extends Error {
  override name = 'UnresolvedReferenceError';
}

/** A resolver of CloudFormation's functions. */
export interface CloudFormationResolver {
  /** Replaces every `Ref`, `Fn::GetAtt`, `Fn::Sub` and `Fn::Join` in a value. @throws UnresolvedReferenceError */
  resolve(value: unknown): unknown;
  /** Does the same, but keeps references that cannot be resolved. */
  resolveLeniently(value: unknown): unknown;
}

const INTRINSICS = new Set(['Ref', 'Fn::GetAtt', 'Fn::Sub', 'Fn::Join']);

/**
 * Makes a resolver for the functions of CloudFormation that serverless.yml uses.
 * @param attributesOf finds the attributes of a resource
 */
export function createCloudFormationResolver(
  pseudo: PseudoParameters,
  attributesOf: (logicalId: string) => CloudFormationAttributes | undefined,
): CloudFormationResolver {
  const pseudoParameters: CloudFormationAttributes = {
    'AWS::AccountId': pseudo.accountId,
    'AWS::Region': pseudo.region,
    'AWS::StackName': pseudo.stackName,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
  };

  const resolveReference = (logicalId: string, attribute = ''): string => {
    const value =
      attribute === ''
        ? (pseudoParameters[logicalId] ?? attributesOf(logicalId)?.[''])
        : attributesOf(logicalId)?.[attribute];
    if (value === undefined)
      throw new UnresolvedReferenceError(attribute === '' ? logicalId : `${logicalId}.${attribute}`);
    return value;
  };

  const substitute = (text: string, values: Readonly<Record<string, unknown>>): string =>
    text.replaceAll(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal !== '') return `\${${name}}`;
      const givenValue = values[name];
      if (givenValue !== undefined) return String(givenValue);
      const [logicalId = '', ...attributePath] = name.split('.');
      return resolveReference(logicalId, attributePath.join('.'));
    });

  const resolveIntrinsic = (name: string, argument: unknown): unknown => {
    switch (name) {
      case 'Ref':
        return resolveReference(String(argument));
      case 'Fn::GetAtt': {
        const [logicalId = '', ...attributePath] = Array.isArray(argument)
          ? argument.map(String)
          : String(argument).split('.');
        return resolveReference(logicalId, attributePath.join('.'));
      }
      case 'Fn::Sub': {
        const [text, values] = Array.isArray(argument) ? argument : [argument, {}];
        return substitute(String(text), resolve(values) as Record<string, unknown>);
      }
      default: {
        const [separator, parts] = argument as [string, unknown[]];
        return parts.map((part) => String(resolve(part))).join(separator);
      }
    }
  };

  const walk = (
    value: unknown,
    onIntrinsic: (name: string, argument: unknown, originalValue: unknown) => unknown,
  ): unknown => {
    if (Array.isArray(value)) return value.map((entry) => walk(entry, onIntrinsic));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value);
    const [onlyEntry] = entries;
    if (entries.length === 1 && onlyEntry !== undefined && INTRINSICS.has(onlyEntry[0]))
      return onIntrinsic(onlyEntry[0], onlyEntry[1], value);
    return Object.fromEntries(entries.map(([key, entry]) => [key, walk(entry, onIntrinsic)]));
  };

  const resolve = (value: unknown): unknown => walk(value, resolveIntrinsic);
  return {
    resolve,
    resolveLeniently: (value) =>
      walk(value, (name, argument, originalValue) => {
        try {
          return resolveIntrinsic(name, argument);
        } catch (error) {
          if (error instanceof UnresolvedReferenceError) return originalValue;
          throw error;
        }
      }),
  };
}
