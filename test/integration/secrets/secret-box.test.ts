import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { kmsSecretBox, secretBoxWithKeyFile } from '#adapters/aws/secret-box.ts';
import type { SecretBox } from '#kernel/shared/secret-box.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const folder = mkdtempSync(join(tmpdir(), 'secret-box-'));
const keyFile = (name: string, mode: number, bytes = 32): string => {
  const path = join(folder, name);
  writeFileSync(path, randomBytes(bytes));
  chmodSync(path, mode);
  return path;
};

/** What a KMS was asked, and what it gave: data keys sealed under their context, as far as a caller can tell. */
const asked: { action: string; body: unknown }[] = [];
const dataKeys = new Map<string, { key: Buffer; context: string }>();
const kmsBody = z.object({
  KeyId: z.string(),
  KeySpec: z.string().optional(),
  CiphertextBlob: z.string().optional(),
  EncryptionContext: z.record(z.string(), z.string()),
});
const server: Server = createServer(async (request, response) => {
  const action = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  const body = kmsBody.parse(JSON.parse(Buffer.concat(await request.toArray()).toString()));
  asked.push({ action, body });
  const context = JSON.stringify(body.EncryptionContext);
  const reply = (status: number, answer: object) =>
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
  if (action === 'GenerateDataKey') {
    const key = randomBytes(32);
    const blob = createHash('sha256').update(key).digest('base64');
    dataKeys.set(blob, { key, context });
    return reply(200, { KeyId: body.KeyId, Plaintext: key.toString('base64'), CiphertextBlob: blob });
  }
  const known = dataKeys.get(body.CiphertextBlob ?? '');
  if (known?.context !== context) return reply(400, { __type: 'InvalidCiphertextException' });
  return reply(200, { KeyId: body.KeyId, Plaintext: known.key.toString('base64') });
});

let kms: KMSClient;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  kms = new KMSClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
});
afterAll(() => {
  kms.destroy();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const BOXES: readonly [string, () => SecretBox][] = [
  ['a key file', () => secretBoxWithKeyFile(keyFile('good', 0o600))],
  ['KMS', () => kmsSecretBox(kms, 'alias/webhooks')],
];

describe.each(BOXES)('a secret under %s', (_, make) => {
  it('round-trips, and the ciphertext does not contain the plaintext', async () => {
    const box = make();
    const sealed = await box.seal(SECRET, 'acc_1');
    expect(await box.open(sealed, 'acc_1')).toBe(SECRET);
    for (const part of sealed.split(':'))
      expect(Buffer.from(part, 'base64').toString('latin1')).not.toContain(SECRET.slice(6, 20));
    expect(sealed).not.toContain(SECRET.slice(6));
  });

  it('looks otherwise every time', async () => {
    const box = make();
    expect(await box.seal(SECRET, 'acc_1')).not.toBe(await box.seal(SECRET, 'acc_1'));
  });

  it('opens for no other account', async () => {
    const box = make();
    const sealed = await box.seal(SECRET, 'acc_1');
    await expect(box.open(sealed, 'acc_2')).rejects.toThrow();
  });

  it('does not open when a bit of it was changed, or when its tag was cut', async () => {
    const box = make();
    const sealed = await box.seal(SECRET, 'acc_1');
    const at = sealed.lastIndexOf(':') + 1;
    const bytes = Buffer.from(sealed.slice(at), 'base64');
    for (const index of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      await expect(box.open(sealed.slice(0, at) + changed.toString('base64'), 'acc_1')).rejects.toThrow();
    }
    await expect(box.open(sealed.slice(0, at) + bytes.subarray(0, 20).toString('base64'), 'acc_1')).rejects.toThrow();
  });
});

describe('a key of KMS', () => {
  it('is its own data key for every secret, 256 bits long and bound to the account', async () => {
    const box = kmsSecretBox(kms, 'alias/webhooks');
    asked.length = 0;
    const sealed = [await box.seal(SECRET, 'acc_1'), await box.seal(SECRET, 'acc_1')];
    await box.open(sealed[0] ?? '', 'acc_1');
    const same = { KeyId: 'alias/webhooks', EncryptionContext: { context: 'acc_1' } };
    expect(asked).toEqual([
      { action: 'GenerateDataKey', body: { ...same, KeySpec: 'AES_256' } },
      { action: 'GenerateDataKey', body: { ...same, KeySpec: 'AES_256' } },
      { action: 'Decrypt', body: { ...same, CiphertextBlob: sealed[0]?.split(':')[1] } },
    ]);
    expect(sealed[0]?.split(':')[1]).not.toBe(sealed[1]?.split(':')[1]);
  });

  it('cannot be moved below the secret of another account', async () => {
    const box = kmsSecretBox(kms, 'alias/webhooks');
    const [one, other] = [await box.seal(SECRET, 'acc_1'), await box.seal(SECRET, 'acc_2')].map((s) => s.split(':'));
    await expect(box.open(`kms:${one?.[1]}:${other?.[2]}`, 'acc_1')).rejects.toThrow();
    await expect(box.open(`kms:${other?.[1]}:${one?.[2]}`, 'acc_1')).rejects.toThrow();
  });
});

describe('a key file', () => {
  it.each([0o644, 0o640, 0o604, 0o660, 0o777])('that others may use (%o) is refused', async (mode) => {
    const box = secretBoxWithKeyFile(keyFile(`open-${mode}`, mode));
    await expect(box.seal(SECRET, 'acc_1')).rejects.toThrow('may be read or written by others than its owner');
  });

  it('of another length is refused', async () => {
    const box = secretBoxWithKeyFile(keyFile('short', 0o600, 31));
    await expect(box.seal(SECRET, 'acc_1')).rejects.toThrow('must have 32 bytes');
  });
});
