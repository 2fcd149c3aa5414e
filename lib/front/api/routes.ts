import type { HttpMethod, OperationContract } from '#kernel/contract/operation-contract.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** Reports whether a path matches a route, each of whose parameters (`{id}`) stands for one non-empty segment. */
function matches(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith('{') ? given[index] !== '' : segment === given[index]))
  );
}

/** The path of a request: a route with percent-encoded values instead of its parameters. A missing value is empty. */
export const fillRoutePath = (route: string, parameters: Readonly<Record<string, string | undefined>>): string =>
  route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ownPropertyValue(parameters, name) ?? ''));

const parametersIn = (route: string): number => route.split('{').length - 1;

/**
 * The methods of a path, in alphabetical order; empty for an unknown path. If several routes match, the ones with the fewest
 * parameters count, as for the gateway.
 */
export function methodsOfPath(
  contracts: readonly Pick<OperationContract, 'method' | 'path'>[],
  path: string,
): HttpMethod[] {
  const fitting = contracts.filter((contract) => matches(contract.path, path));
  const fewest = Math.min(...fitting.map((contract) => parametersIn(contract.path)));
  const methods = fitting.filter((contract) => parametersIn(contract.path) === fewest).map(({ method }) => method);
  return [...new Set(methods)].sort();
}
