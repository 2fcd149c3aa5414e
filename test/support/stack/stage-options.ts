/** Every optional parameter of a stage, as variables of the environment. Nothing of it exists. */
export const ALL_OPTIONS: Readonly<Record<string, string>> = {
  SECRETS_KMS_KEY_ID: '1234abcd-12ab-34cd-56ef-1234567890ab',
  AUTH_ISSUER: 'https://login.example',
  AUTH_AUDIENCE: 'video',
  AUTH_JWKS_URL: 'https://login.example/jwks.json',
  SESSION_ORIGINS: 'https://app.example,https://admin.example',
  API_DOMAIN: 'api.example.com',
  API_CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab',
  API_HOSTED_ZONE_ID: 'Z0123456789ABC',
  ACCESS_LOGS: 'true',
  WEB_ACL: 'managed',
  CANARY: 'Canary10Percent5Minutes',
  ALARM_EMAIL: 'alarms@example.com',
  RESERVE_CONCURRENCY: 'false',
  NARRATION_ENGINE: 'espeak-ng',
};
