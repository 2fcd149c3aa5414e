export const PLANS = ['free', 'pro', 'max'] as const;
export type Plan = (typeof PLANS)[number];

export interface Account {
  id: string;
  name: string;
  email: string;
  plan: Plan;
  created_at: string;
}

/** An API key as it is stored: the key itself is shown once and never kept. */
export interface ApiKey {
  id: string;
  account_id: string;
  /** A copy of the account's plan, so that a request is authenticated by one read; a change of plan rewrites it. */
  plan: Plan;
  name: string;
  /** SHA-256 (hex) of the whole key. */
  hash: string;
  /** The last four characters, to recognise a key in a list. */
  last4: string;
  created_at: string;
  last_used_at?: string | undefined;
}

/** A user of the identity provider who may act for an account. */
export interface Identity {
  /** SHA-256 (hex) over issuer and subject. */
  hash: string;
  /** `iss` and `sub` of the user's tokens. */
  issuer: string;
  subject: string;
  account_id: string;
  /** A copy, as with API keys. */
  plan: Plan;
  created_at: string;
}

export const AUTH_METHODS = ['api_key', 'bearer', 'session'] as const;

/** Account that makes a request, and the kind of its credential. */
export interface Principal {
  account_id: string;
  plan: Plan;
  method: (typeof AUTH_METHODS)[number];
  /** Present when the request came with an API key. */
  key_id?: string | undefined;
}
