import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readThemeInSeparateProcess } from '#app/sandbox/read-theme-in-separate-process.ts';
import { reencodeDeckPicture } from '#app/sandbox/reencode-deck-picture.ts';
import { type CreateTemplateFromDeps, createTemplateFrom } from '#features/brands/create-template-from.ts';
import { measureLogoColors } from '#features/brands/measure-logo-colors.ts';
import { readWebPageLook } from '#features/brands/page/read-web-page-look.ts';
import type { BrandDecoder } from '#features/brands/ports.ts';
import { contrastsOfTemplateColors } from '#features/templates/contrasts-of-template-colors.ts';
import { createSsrfGuardedGet } from '#features/uploads/fetch-file.ts';
import { DECK_IMPORT_UPLOAD_PATH, IMAGE_UPLOAD_PATH } from '#features/uploads/upload-targets.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { ServiceError } from '#kernel/shared/errors.ts';
import { prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { makePdf } from '#test/support/decks/pdf.ts';
import { boxAt, makePptx, pictureShape, textShape } from '#test/support/decks/pptx.ts';
import { ON_LAYOUT, themeParts } from '#test/support/decks/themed.ts';
import { memoryAnnouncedUploads } from '#test/support/fakes/announced-uploads.ts';
import { memoryTemplates } from '#test/support/fakes/custom-template-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { startSite, type WebSite } from '#test/support/fakes/web-site.ts';
import { handClock, samplePrincipal, secondsAfter } from '#test/support/samples/entities.ts';

/** The code of the isolated function, in this process. */
const decoder: BrandDecoder = {
  readPage: async (files) => readWebPageLook(files),
  async decodeLogo(picture, _, crop) {
    const { bytes, width, height, content_type } = await reencodeDeckPicture(picture, crop);
    return { bytes, facts: { width, height, content_type }, ...(await measureLogoColors(bytes)) };
  },
  async readTheme(file) {
    const { facts, bytes } = await readThemeInSeparateProcess(file, {}, AbortSignal.timeout(60_000));
    return { ...facts, bytes };
  },
};

const principal = samplePrincipal({ plan: 'pro' });
const ACCOUNT = principal.account_id;
let site: WebSite;
let logo: Buffer;
let deps: CreateTemplateFromDeps & { blobs: ReturnType<typeof memoryFileStore> };
let tombstones: ReturnType<typeof memoryTombstoneStore>;
let milliseconds: number;

beforeAll(async () => {
  site = await startSite();
  const square = { width: 80, height: 80, channels: 4, background: '#e4572e' } as const;
  logo = await sharp({ create: { width: 240, height: 80, channels: 4, background: '#00000000' } })
    .composite([{ input: { create: square }, left: 0, top: 0 }])
    .png()
    .toBuffer();
});
afterAll(() => site.close());

beforeEach(() => {
  for (const path of Object.keys(site.files)) delete site.files[path];
  site.asked.length = 0;
  milliseconds = 0;
  tombstones = memoryTombstoneStore();
  const { clock } = handClock();
  deps = {
    ...{ decoder, clock, tombstones, blobs: memoryFileStore(), uploads: memoryAnnouncedUploads() },
    ...{ templates: memoryTemplates(tombstones), fonts: { all: async () => [] } },
    ...{ get: createSsrfGuardedGet({ allowLoopback: true }), elapsed: () => milliseconds },
  };
});

const OPTIONS = { base: 'plain', logo_on: 'all' } as const;
type Source = { url: string } | { upload_id: string } | { image: { url: string } | { upload_id: string } };
const make = (body: Source) => createTemplateFrom(deps, principal, { ...OPTIONS, ...body }, prepareNoIdempotentAnswer);
const fault = (body: Source) =>
  make(body).then(
    () => expect.fail('a template was made'),
    ({ code, details }: ServiceError) => ({ code, param: details.param }),
  );
const noteOf = ({ sources = [] }: Awaited<ReturnType<typeof make>>, field: string) =>
  sources.find((source) => source.field === field)?.note;

/** Announces an upload whose bytes have come. */
async function uploaded(target: string, bytes: Uint8Array): Promise<string> {
  const id = `up_${target.length}`;
  const at = formatUtcTimestamp(secondsAfter(0));
  await deps.uploads.insert({
    ...{ id, account_id: ACCOUNT, target, key: id, content_type: 'any', size_bytes: bytes.length },
    ...{ created_at: at, expires_at: formatUtcTimestamp(secondsAfter(3600)) },
  });
  await deps.blobs.putBytes(id, bytes, 'any');
  return id;
}

function acme(): void {
  Object.assign(site.files, {
    '/': { moved: '/en/' },
    '/en/': [
      'text/html; charset=utf-8',
      `<!doctype html><title>Acme</title><link rel="stylesheet" href="/site.css"><link rel="stylesheet" href="/gone.css">
       <link rel="manifest" href="/app.webmanifest"><body><img alt="Acme logo" src="/logo.png"><h1>Hi</h1><p>Some text of the page</p>`,
    ],
    '/site.css': [
      'text/css',
      'body{background:#fffaf0;color:#20304a;font-family:Georgia,serif} h1{font-family:Poppins}',
    ],
    '/app.webmanifest': ['application/manifest+json', '{"theme_color": "#12b886"}'],
    '/logo.png': ['image/png', logo],
  } satisfies WebSite['files']);
}

describe('a template of a web page', () => {
  it('has its colours, the nearest fonts and its logo, and says where each comes from', async () => {
    acme();
    const template = await make({ url: site.base });
    expect(template).toMatchObject({
      ...{ name: 'Acme', base: 'plain', version: 1, logo_place: 'bottom_right' },
      colors: { background: '#fffaf0', text: '#20304a' },
      fonts: { heading: { typeface: 'outfit' }, body: { typeface: 'serif' } },
      logo: { width: 240, height: 80, content_type: 'image/png' },
    });
    expect(contrastsOfTemplateColors(template).every(({ ratio }) => ratio >= 4.5)).toBe(true);
    expect(noteOf(template, 'colors.background')).toBe('`body` in site.css.');
    expect(noteOf(template, 'colors.accent')).toMatch(/^`theme_color` of the manifest is #12b886, .* changed/);
    expect(noteOf(template, 'fonts.heading')).toBe(
      'Poppins (`h1` in site.css) is not here; Outfit is the most similar font.',
    );
    expect(noteOf(template, 'logo')).toBe('The logo of the page (logo.png).');
    expect(await deps.templates.all(ACCOUNT)).toEqual([template]);
    const stored = await sharp(await deps.blobs.getBytes(template.logo?.key ?? '')).metadata();
    expect([stored.width, stored.height]).toEqual([240, 80]);
    expect(tombstones.stored.size).toBe(0);
  });

  it('fetches what the page names, once, and nothing else', async () => {
    acme();
    site.files['/site.css'] = ['text/css', '@import "/more.css"; body{color:#20304a;background:url(/paper.png)}'];
    await make({ url: site.base });
    expect(site.asked.toSorted()).toEqual(['/', '/app.webmanifest', '/en/', '/gone.css', '/logo.png', '/site.css']);
  });

  it('is made without what does not come in time', async () => {
    acme();
    site.files['/site.css'] = 'silent';
    // The clock is at the end of the time for style sheets: each request has a tenth of a second.
    deps.elapsed = () => (site.asked.includes('/en/') ? 11_900 : 0);
    const template = await make({ url: site.base });
    expect(noteOf(template, 'colors.background')).toBe('No background was found: white.');
    expect(template.logo).toBeDefined();
  });

  it('has no logo that cannot be seen on it', async () => {
    acme();
    site.files['/site.css'] = ['text/css', 'body{background:#e4572e;color:#000}'];
    const template = await make({ url: site.base });
    expect(template.logo).toBeUndefined();
    expect(noteOf(template, 'logo')).toBe(
      'The logo of the page (logo.png) cannot be seen on the background, and was left out.',
    );
    expect(deps.blobs.files.size).toBe(0);
  });

  it.each([
    ['that is not there', {}, 'page_invalid'],
    ['that redirects for ever', { '/': { moved: '/' } }, 'page_invalid'],
    [
      'that redirects to another machine of the network',
      { '/': { moved: 'http://169.254.169.254/' } },
      'url_forbidden',
    ],
    ['that is not a page', { '/': ['application/json', '{}'] }, 'page_invalid'],
    ['without colours', { '/': ['text/html', '<p>Plain'] }, 'brand_not_found'],
  ] as [string, WebSite['files'], string][])('%s is refused, and nothing is stored', async (_, files, code) => {
    Object.assign(site.files, files);
    expect(await fault({ url: `${site.base}/` })).toEqual({ code, param: 'url' });
    expect([await deps.templates.all(ACCOUNT), deps.blobs.files.size]).toEqual([[], 0]);
  });

  it('is made without files at private addresses, in other schemes, or behind redirects to them', async () => {
    acme();
    site.files['/en/'] = [
      'text/html',
      `<title>Acme</title><link rel="stylesheet" href="http://169.254.169.254/site.css"><link rel="stylesheet" href="/moved.css">
       <link rel="stylesheet" href="file:///etc/hostname"><link rel="stylesheet" href="/site.css">
       <link rel="manifest" href="/app.webmanifest"><img alt="logo" src="javascript:alert(1)"><p>Some text</p>`,
    ];
    site.files['/moved.css'] = { moved: 'http://10.0.0.1/site.css' };
    const icons = ['javascript:alert(1)', 'file:///etc/hostname', 'http://[fd00::1]/i.png'].map((src) => ({ src }));
    site.files['/app.webmanifest'] = ['application/json', JSON.stringify({ short_name: `\0A\ud83d`, icons })];
    const template = await make({ url: site.base });
    expect(template).toMatchObject({ name: 'A\ufffd', colors: { background: '#fffaf0' } });
    expect(template.logo).toBeUndefined();
    expect(site.asked.toSorted()).toEqual(['/', '/app.webmanifest', '/en/', '/moved.css', '/site.css']);
  });

  it('at a private address is refused before anything is sent', async () => {
    deps.get = createSsrfGuardedGet();
    acme();
    expect(await fault({ url: site.base })).toEqual({ code: 'url_forbidden', param: 'url' });
    expect(site.asked).toEqual([]);
  });
});

describe('a template of a logo', () => {
  it('has the colours of its pixels, from an address, an upload, and an address as the page', async () => {
    site.files['/acme-logo.png'] = ['image/png', logo];
    const url = `${site.base}/acme-logo.png`;
    const made = [
      await make({ image: { url } }),
      await make({ image: { upload_id: await uploaded(IMAGE_UPLOAD_PATH, logo) } }),
      await make({ url }),
    ];
    for (const { colors, logo: kept, sources } of made) {
      expect(colors.background).toBe('#ffffff');
      expect(sources?.find(({ field }) => field === 'colors.accent')?.found).toBe('#e4572e');
      expect(kept).toMatchObject({ width: 240, height: 80 });
    }
    expect(made.map(({ name }) => name)).toEqual(['acme logo', 'Brand of a logo', 'acme logo']);
  });

  it('may be a drawing', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><rect width="5" height="5" fill="#1d4ed8"/></svg>';
    site.files['/logo.svg'] = ['image/svg+xml', svg];
    const { colors, logo: kept } = await make({ image: { url: `${site.base}/logo.svg` } });
    expect([colors.accent, kept?.width]).toEqual(['#1d4ed8', 1920]);
  });

  it('that is not a picture is refused, with the field that names it', async () => {
    const upload_id = await uploaded(IMAGE_UPLOAD_PATH, Buffer.from('no picture'));
    site.files['/none.png'] = ['image/png', 'no picture'];
    const url = `${site.base}/none.png`;
    expect(await fault({ image: { upload_id } })).toEqual({ code: 'image_invalid', param: 'image.upload_id' });
    expect(await fault({ upload_id })).toEqual({ code: 'image_invalid', param: 'upload_id' });
    expect(await fault({ image: { url } })).toEqual({ code: 'image_invalid', param: 'image.url' });
    expect(await fault({ url })).toEqual({ code: 'image_invalid', param: 'url' });
    deps.get = createSsrfGuardedGet();
    await expect(make({ image: { url } })).rejects.toMatchObject({
      ...{ code: 'url_forbidden', details: { param: 'image.url' } },
      message: expect.stringMatching(/^image\.url: /),
    });
  });

  it('at the address of a page may have 3 MB, and is refused with that number', async () => {
    site.files['/large.png'] = ['image/png', Buffer.alloc(4 * 2 ** 20)];
    await expect(make({ url: `${site.base}/large.png` })).rejects.toMatchObject({
      ...{ code: 'image_too_large', message: expect.stringContaining('3 MB') },
    });
  });

  it('that is too small for slides is left out, and the source says so', async () => {
    const small = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#e4572e' } })
      .png()
      .toBuffer();
    const template = await make({ upload_id: await uploaded(IMAGE_UPLOAD_PATH, small) });
    expect(template.logo).toBeUndefined();
    expect(noteOf(template, 'logo')).toBe('The logo has 32 × 32 pixels, too few to be shown on slides.');
    expect(noteOf(template, 'colors.accent')).toMatch(/^A colour of the logo is #e4\w{4}, with a contrast of /);
  });

  it.each([
    ['', 'made'],
    ['<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>', 'image_invalid'],
  ])('that is a drawing with names of files asks for none of them (%s)', async (before, outcome) => {
    const other = await startSite();
    const images = [`${other.base}/a.png`, 'file:///etc/hostname'].map((href) => `<image href="${href}" width="9"/>`);
    const style = `<style>@import url(${other.base}/b.css); rect{fill:url(${other.base}/c.svg#d)}</style>`;
    const svg = `${before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5">${style}${images.join('')}<rect width="5" height="5" fill="#1d4ed8"/></svg>`;
    site.files['/logo.svg'] = ['image/svg+xml', svg];
    const made = await make({ image: { url: `${site.base}/logo.svg` } }).then(
      () => 'made',
      ({ code }: ServiceError) => code,
    );
    expect([made, other.asked]).toEqual([outcome, []]);
    await other.close();
  });
});

describe('a template of a deck', () => {
  const pptx = () =>
    makePptx({
      title: 'Quarterly review',
      sides: [12_192_000, 6_858_000],
      slides: [{ shapes: textShape(2, 'title', ['One']), relations: ON_LAYOUT }],
      parts: themeParts({
        colors: { lt1: 'F8FAFC', dk1: '102040', accent1: 'C2410C' },
        fonts: ['Georgia', 'Calibri'],
        master: pictureShape(9, 'rIdP', boxAt(200_000, 200_000, 1_200_000, 400_000)),
        picture: logo,
      }),
    });

  it('has its theme, and its logo where the slides have it; the upload stays for an import', async () => {
    const upload_id = await uploaded(DECK_IMPORT_UPLOAD_PATH, pptx());
    const template = await make({ upload_id });
    expect(template).toMatchObject({
      colors: { background: '#f8fafc', text: '#102040', accent: '#c2410c' },
      fonts: { heading: { typeface: 'serif' }, body: { typeface: 'sans' } },
      ...{ logo: { width: 240 }, logo_place: 'top_left' },
    });
    expect(noteOf(template, 'colors.accent')).toBe('A colour of the theme of the deck.');
    expect(await deps.uploads.find(ACCOUNT, upload_id)).toBeDefined();
  });

  it('that is not a deck with a theme, or damaged, is refused with the codes of imports', async () => {
    expect((await fault({ upload_id: await uploaded(DECK_IMPORT_UPLOAD_PATH, makePdf([])) })).code).toBe(
      'import_invalid',
    );
    const damaged = pptx().subarray(0, 900);
    expect((await fault({ upload_id: await uploaded(DECK_IMPORT_UPLOAD_PATH, damaged) })).code).toBe('import_invalid');
    expect(await fault({ upload_id: 'up_none' })).toEqual({ code: 'upload_not_found', param: 'upload_id' });
  });
});

describe('the plan', () => {
  it('that has no room for a template refuses it before anything is fetched', async () => {
    acme();
    const { own_templates } = (await import('#features/accounts/public.ts')).ENTITLEMENTS.pro;
    const template = await make({ url: site.base });
    deps.templates.all = async () => Array.from({ length: own_templates }, () => template);
    site.asked.length = 0;
    expect(await fault({ url: site.base })).toEqual({ code: 'entitlement_required', param: 'own_templates' });
    expect(site.asked).toEqual([]);
  });
});
