import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config.ts';

const URL = 'https://sqs.us-east-1.amazonaws.com/1/q';
const COMPLETE = {
  TABLE_NAME: 't',
  BUCKET_NAME: 'b',
  RENDERS_QUEUE_URL: URL,
  NARRATION_QUEUE_URL: URL,
  PREPARATION_SHARE: '10',
  NARRATION_SHARE: '12',
  ENCODING_SHARE: '50',
  DECODER_FUNCTION: 'decoder',
  SEGMENTS_QUEUE_URL: URL,
  ASSEMBLIES_QUEUE_URL: URL,
  DELIVERIES_QUEUE_URL: URL,
  SLOW_DELIVERIES_QUEUE_URL: URL,
};

describe('the settings', () => {
  it.each(Object.keys(COMPLETE))('are refused without %s, which is named', (name) => {
    expect(() => readConfig({ ...COMPLETE, [name]: undefined })).toThrow(name);
  });

  it.each([
    [{}, false],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true' }, true],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'false' }, false],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true', STAGE: 'local' }, true],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true', STAGE: 'production' }, false],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true', STAGE: 'Local' }, false],
  ])('%j: webhooks to this machine are allowed: %s', (environment, allowed) => {
    expect(readConfig({ ...COMPLETE, ...environment }).webhookAllowLoopback !== false).toBe(allowed);
  });

  it("keep webhooks to this machine from the local stack's own ports", () => {
    const environment = {
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4566',
      PUBLIC_BASE_URL: 'http://localhost:3000/v1',
      OWN_PORTS: '41001,41002',
    };
    expect(readConfig({ ...COMPLETE, ...environment }).webhookAllowLoopback).toEqual({
      exceptPorts: [4566, 3000, 41_001, 41_002],
    });
  });

  it('take what serverless.yml leaves empty as not set', () => {
    const config = readConfig({ ...COMPLETE, PUBLIC_BASE_URL: '', SECRETS_KMS_KEY_ID: '' });
    expect([config.publicBaseUrl, config.secretsKmsKeyId]).toEqual([undefined, undefined]);
    expect(() => readConfig({ ...COMPLETE, PUBLIC_BASE_URL: 'api' })).toThrow('PUBLIC_BASE_URL');
  });

  it('never quote the value of a variable that is wrong', () => {
    expect(() => readConfig({ ...COMPLETE, WEBHOOK_ALLOW_LOOPBACK: 'hunter2' })).toThrow(/^(?!.*hunter2)/s);
  });
});
