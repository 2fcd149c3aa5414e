import { describe, expect, it } from 'vitest';
import { readConfig } from '#app/config.ts';
import { FUNCTION_ENVIRONMENT } from '#test/support/runtime-environment.ts';

describe('the settings', () => {
  it.each(Object.keys(FUNCTION_ENVIRONMENT))('are refused without %s, which is named', (name) => {
    expect(() => readConfig({ ...FUNCTION_ENVIRONMENT, [name]: undefined })).toThrow(name);
  });

  it('offer the codecs of the deployed ffmpeg, unless others are named', () => {
    expect(readConfig(FUNCTION_ENVIRONMENT).codecs).toEqual(['h264', 'h265', 'vp9']);
    expect(readConfig({ ...FUNCTION_ENVIRONMENT, VIDEO_CODECS: 'h264,av1' }).codecs).toEqual(['h264', 'av1']);
    expect(() => readConfig({ ...FUNCTION_ENVIRONMENT, VIDEO_CODECS: 'h263' })).toThrow(
      'missing or wrong variables: VIDEO_CODECS',
    );
  });

  it.each([
    [{}, false],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true' }, true],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'false' }, false],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true', STAGE: 'local' }, true],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true', STAGE: 'production' }, false],
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true', STAGE: 'Local' }, false],
  ])('%j: webhooks to this machine are allowed: %s', (environment, allowed) => {
    expect(readConfig({ ...FUNCTION_ENVIRONMENT, ...environment }).webhookAllowLoopback !== false).toBe(allowed);
  });

  it.each([
    [{}, 'table'],
    [{ REQUEST_COUNTS: 'process' }, 'process'],
    [{ REQUEST_COUNTS: 'process', STAGE: 'production' }, 'table'],
  ])('%j: requests are counted in the %s', (environment, place) => {
    expect(readConfig({ ...FUNCTION_ENVIRONMENT, ...environment }).requestCounts).toBe(place);
  });

  it.each([
    [{}, 1],
    [{ CPU_TIME_FACTOR: '' }, 1],
    [{ CPU_TIME_FACTOR: '20' }, 20],
    [{ CPU_TIME_FACTOR: '20', STAGE: 'production' }, 1],
  ])('%j: isolated processes may take %i times as long', (environment, factor) => {
    expect(readConfig({ ...FUNCTION_ENVIRONMENT, ...environment }).cpuTimeFactor).toBe(factor);
  });

  it.each(['0.5', '101', 'slow'])('refuse %s times as much time', (factor) => {
    expect(() => readConfig({ ...FUNCTION_ENVIRONMENT, CPU_TIME_FACTOR: factor })).toThrow('CPU_TIME_FACTOR');
  });

  it("keep webhooks to this machine from the local stack's own ports", () => {
    const environment = {
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4566',
      PUBLIC_BASE_URL: 'http://localhost:3000/v1',
      OWN_PORTS: '41001,41002',
    };
    expect(readConfig({ ...FUNCTION_ENVIRONMENT, ...environment }).webhookAllowLoopback).toEqual({
      exceptPorts: [4566, 3000, 41_001, 41_002],
    });
  });

  it('take what serverless.yml leaves empty as not set', () => {
    const config = readConfig({ ...FUNCTION_ENVIRONMENT, PUBLIC_BASE_URL: '', SECRETS_KMS_KEY_ID: '' });
    expect([config.publicBaseUrl, config.secretsKmsKeyId]).toEqual([undefined, undefined]);
    expect(() => readConfig({ ...FUNCTION_ENVIRONMENT, PUBLIC_BASE_URL: 'api' })).toThrow('PUBLIC_BASE_URL');
  });

  it('never quote the value of a variable that is wrong', () => {
    expect(() => readConfig({ ...FUNCTION_ENVIRONMENT, WEBHOOK_ALLOW_LOOPBACK: 'hunter2' })).toThrow(/^(?!.*hunter2)/s);
  });
});
