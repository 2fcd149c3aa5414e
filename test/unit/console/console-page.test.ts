import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { bucketClient } from '#adapters/aws/clients.ts';
import { readConfig } from '#app/config.ts';
import { buildConsole } from '#front/console/build-console.ts';
import { CONSOLE_FILES } from '#front/console/console-files.ts';
import { consoleContentSecurityPolicy, consolePageHeaders, consolePageHtml } from '#front/console/console-page.ts';
import { FUNCTION_ENVIRONMENT } from '#test/support/runtime-environment.ts';

describe('the page of the console', () => {
  it('names files where it is asked to, and has neither scripts nor styles in it', () => {
    const html = consolePageHtml({ files: './console/', api: '.' });
    expect([...html.matchAll(/(?:src|href)="(\.[^"]+)"/g)].map(([, url]) => url)).toEqual([
      './console/console.css',
      './console/console.js',
      './docs',
    ]);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('knows whether its request had a session cookie, and as a file it does not', () => {
    const place = { files: './console/', api: '.' };
    expect(consolePageHtml({ ...place, session: 'none' })).toContain('<meta name="session" content="none">');
    expect(consolePageHtml({ ...place, session: 'cookie' })).toContain('<meta name="session" content="cookie">');
    expect(consolePageHtml(place)).not.toContain('name="session"');
  });

  it('may load files of storage from its exact origin, and run only its own scripts', () => {
    const policy = consoleContentSecurityPolicy('https://bucket.s3.eu-central-1.amazonaws.com');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("media-src 'self' blob: https://bucket.s3.eu-central-1.amazonaws.com;");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(consolePageHeaders('https://x.example')['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it.each(['us-east-1', 'eu-central-1', 'cn-north-1'])(
    'names the origin of presigned addresses of %s',
    async (region) => {
      const { storageOrigin, bucketName } = readConfig({
        ...FUNCTION_ENVIRONMENT,
        BUCKET_NAME: 'media-1',
        AWS_REGION: region,
      });
      const s3 = bucketClient({ region, credentials: { accessKeyId: 'id', secretAccessKey: 'secret' } });
      const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket: bucketName, Key: 'x' }));
      expect(storageOrigin).toBe(new URL(url).origin);
    },
  );

  it('is built of the files that are served, without a word of markup made of text', async () => {
    const built = await buildConsole();
    expect(Object.keys(built).sort()).toEqual([...CONSOLE_FILES].sort());
    expect(built['console.js'].body).not.toMatch(/\beval\(|new Function\(|document\.write/);
    const size = Object.values(built).reduce((sum, { body }) => sum + body.length, 0);
    expect(size).toBeLessThan(400_000);
  });
});
