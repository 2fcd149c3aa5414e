/**
 * The scopes of API keys. Each includes those before it: `read` reads, `write` also changes data and makes videos, `admin` also manages
 * the keys of the account.
 */
export const KEY_SCOPES = ['read', 'write', 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Reports whether a scope is, or includes, the needed scope. */
export const includesScope = (scope: KeyScope, neededScope: KeyScope): boolean =>
  KEY_SCOPES.indexOf(scope) >= KEY_SCOPES.indexOf(neededScope);

/** The scope that an operation needs: that of its contract, else `read` for a GET and `write` for all others. */
export const requiredKeyScope = ({ scope, method }: { scope?: KeyScope; method: string }): KeyScope =>
  scope ?? (method === 'GET' ? 'read' : 'write');
