import type { KeyScope } from '#kernel/contract/key-scope.ts';

/** The plans of accounts. */
export const PLAN_NAMES = ['free', 'pro', 'max'] as const;
export type Plan = (typeof PLAN_NAMES)[number];

/** An account: the owner of all data, with its plan. */
export interface Account {
  id: string;
  name: string;
  email: string;
  plan: Plan;
  created_at: string;
}

/** A stored API key. The key itself is shown once, when it is made, and not stored. */
export interface ApiKey {
  id: string;
  account_id: string;
  /** A copy of the account's plan, so that a request is authenticated by one read; a change of plan rewrites it. */
  plan: Plan;
  name: string;
  /** Absent on keys from before there were scopes: `write`. */
  scope?: KeyScope | undefined;
  /** SHA-256 (hex) of the whole key. */
  hash: string;
  /** The last four characters, to recognise a key in a list. */
  last4: string;
  /** Number of the change of its name, from 1; absent: 1. */
  version?: number | undefined;
  created_at: string;
  last_used_at?: string | undefined;
}

/** The scope of an API key. A key from before scopes were introduced has the scope `write`: everything except managing keys. */
export const scopeOfApiKey = ({ scope = 'write' }: Pick<ApiKey, 'scope'>): KeyScope => scope;

/** The version of a key, which rises when its name changes. */
export const versionOfApiKey = ({ version = 1 }: Pick<ApiKey, 'version'>): number => version;

/** An invitation to make an account. Its token is in the link and is not stored; who accepts the invitation deletes it. */
export interface Invitation {
  id: string;
  /** SHA-256 (hex) of the whole token. */
  hash: string;
  /** Plan, name and e-mail address of the account. */
  plan: Plan;
  name: string;
  email: string;
  created_at: string;
  expires_at: string;
}

/** A user of the identity provider who may act for an account. */
export interface LinkedIdentity {
  /** SHA-256 (hex) over issuer and subject. */
  hash: string;
  /** `iss` and `sub` of the user's tokens. */
  issuer: string;
  subject: string;
  account_id: string;
  /** A copy of the account's plan, as on API keys. */
  plan: Plan;
  created_at: string;
}

/** The kinds of credentials: API key, bearer token, session cookie. */
export const AUTH_METHODS = ['api_key', 'bearer', 'session'] as const;

/** The account that makes a request, and the kind of the request's credential. */
export interface Principal {
  account_id: string;
  plan: Plan;
  method: (typeof AUTH_METHODS)[number];
  /** The scope of the credential. */
  scope: KeyScope;
  /** Present when the request came with an API key. */
  key_id?: string | undefined;
}
