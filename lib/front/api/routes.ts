import type { HttpMethod, OperationContract } from '#kernel/contract/operation-contract.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** Reports whether a path matches a route, each of whose parameters (`{id}`) stands for one non-empty segment. */
function matchesRoute(route: string, path: string): boolean {
  const routeSegments = route.split('/');
  const pathSegments = path.split('/');
  return (
    routeSegments.length === pathSegments.length &&
    routeSegments.every((segment, index) =>
      segment.startsWith('{') ? pathSegments[index] !== '' : segment === pathSegments[index],
    )
  );
}

/** The path of a request: a route with percent-encoded values instead of its parameters. A missing value is empty. */
export const fillRoutePath = (route: string, parameters: Readonly<Record<string, string | undefined>>): string =>
  route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ownPropertyValue(parameters, name) ?? ''));

const countParameters = (route: string): number => route.split('{').length - 1;

/**
 * The methods of a path, in alphabetical order; empty for an unknown path. If several routes match, the ones with the fewest
 * parameters count, as in API Gateway.
 */
export function methodsOfPath(
  contracts: readonly Pick<OperationContract, 'method' | 'path'>[],
  path: string,
): HttpMethod[] {
  const matchingContracts = contracts.filter((contract) => matchesRoute(contract.path, path));
  const fewestParameters = Math.min(...matchingContracts.map((contract) => countParameters(contract.path)));
  const methods = matchingContracts
    .filter((contract) => countParameters(contract.path) === fewestParameters)
    .map(({ method }) => method);
  return [...new Set(methods)].sort();
}
