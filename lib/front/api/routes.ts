import type { Contract, Method } from '#kernel/contract/contract.ts';
import { ownValue } from '#kernel/shared/own-value.ts';

/** Reports whether a path is an instance of a route: its parameters stand for one segment each. */
function matches(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith('{') ? given[index] !== '' : segment === given[index]))
  );
}

/** A route with the values of one request in the place of its parameters. */
export const pathOf = (route: string, parameters: Readonly<Record<string, string | undefined>>): string =>
  route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ownValue(parameters, name) ?? ''));

const parametersIn = (route: string): number => route.split('{').length - 1;

/**
 * The methods that a path has, in alphabetical order; none when there is no such path. Where several routes fit, the
 * one with the fewest parameters counts, as it does for the gateway.
 */
export function methodsOf(contracts: readonly Pick<Contract, 'method' | 'path'>[], path: string): Method[] {
  const fitting = contracts.filter((contract) => matches(contract.path, path));
  const fewest = Math.min(...fitting.map((contract) => parametersIn(contract.path)));
  const methods = fitting.filter((contract) => parametersIn(contract.path) === fewest).map(({ method }) => method);
  return [...new Set(methods)].sort();
}
