import type { Contract, Method } from './contract.ts';

const segmentsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/');

/** Whether a path is an instance of a route: its parameters stand for one segment each. */
function matches(route: string, path: string): boolean {
  const [wanted, given] = [segmentsOf(route), segmentsOf(path)];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith('{') ? given[index] !== '' : segment === given[index]))
  );
}

/** The methods that a path has, in alphabetical order; none when there is no such path. */
export function methodsOf(contracts: readonly Pick<Contract, 'method' | 'path'>[], path: string): Method[] {
  const methods = contracts.filter((contract) => matches(contract.path, path)).map((contract) => contract.method);
  return [...new Set(methods)].sort();
}
