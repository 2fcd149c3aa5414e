import sharp, { type Sharp } from 'sharp';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { seededRandom } from '#test/support/chaos/seeded-random.ts';
import { drawParts } from './draw-with-text.ts';
import {
  chat,
  type Drawing,
  dashboard,
  diagram,
  files,
  form,
  LOOKS,
  landing,
  logo,
  mark,
  terminal,
} from './drawn-interfaces.ts';
import { scenery } from './drawn-scenery.ts';

/** A picture whose kind is known. `whole`: it has text, a chart, a diagram, a user interface or a logo; `scene`: it may be cropped. */
export interface KnownPicture {
  name: string;
  kind: 'whole' | 'scene';
  bytes: Buffer;
}

const opened = ({ rgba, width, height }: RawPicture): Sharp => sharp(rgba, { raw: { width, height, channels: 4 } });

/** The ways in which pictures reach a service: as made, compressed, and made smaller by another program. */
const WAYS: Readonly<Record<string, (picture: RawPicture) => Promise<Buffer>>> = {
  png: (picture) => opened(picture).png({ compressionLevel: 1 }).toBuffer(),
  jpeg: (picture) => opened(picture).flatten({ background: '#ffffff' }).jpeg({ quality: 72 }).toBuffer(),
  small: (picture) =>
    opened(picture)
      .flatten({ background: '#ffffff' })
      .resize({ width: Math.round(picture.width * 0.55) })
      .jpeg({ quality: 80 })
      .toBuffer(),
};

function drawings(): Record<string, Drawing> {
  const found: Record<string, Drawing> = {};
  for (const [name, look] of Object.entries(LOOKS)) {
    for (const [kind, draw] of Object.entries({ dashboard, chat, form, files, landing, diagram }))
      found[`${kind}, ${name}`] = draw(look);
    found[`code, ${name}`] = terminal(look, 16);
    found[`sliver of code, ${name}`] = terminal(look, 2);
  }
  found['logo on white'] = logo('#ffffff', '#123c69');
  found['logo on a clear ground'] = logo('transparent', '#b3541e');
  found['logo on a colour'] = logo('#0b3d2e', '#f5d547');
  found['mark on white'] = mark('#ffffff');
  found['mark on a clear ground'] = mark('transparent');
  return found;
}

/** Slides of every template: a list, and one chart of three kinds. Each is drawn when it is asked for. */
async function slides(): Promise<Record<string, () => Promise<RawPicture>>> {
  const painter = await createSlideAndCaptionPainter();
  const found: Record<string, () => Promise<RawPicture>> = {};
  const size = { width: 1280, height: 720 };
  const about = { language: 'en', is_first: false, layout: 'auto' } as const;
  for (const [i, template] of BUILT_IN_TEMPLATES.entries()) {
    const list = {
      ...about,
      title: 'What we learned',
      bullet_points: ['Short notes are read', 'Long ones are kept for later', 'Figures stay'],
    };
    found[`slide, ${template.id}`] = () => painter.paint(list, size, template);
    const type = (['column', 'line', 'pie'] as const)[i % 3] ?? 'pie';
    const chart = { type, categories: ['North', 'South', 'East'], series: [{ name: 'Share', values: [41, 27, 32] }] };
    const shares = { ...about, title: 'Shares', bullet_points: [], chart };
    found[`chart, ${template.id}`] = () => painter.paint(shares, size, template);
  }
  return found;
}

/** A printed page as a scanner sees it: turned a little, soft, on paper that is not white, with grain. */
async function scanOf(page: RawPicture): Promise<Buffer> {
  const turned = await opened(page)
    .flatten({ background: '#ffffff' })
    .rotate(1.2, { background: '#ece6d8' })
    .linear(0.82, 22)
    .blur(0.8)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const random = seededRandom(7);
  const { data, info } = turned;
  for (let i = 0; i < data.length; i++) data[i] = Math.min(255, Math.max(0, (data[i] ?? 0) + 14 * (random() - 0.5)));
  return sharp(data, { raw: info }).jpeg({ quality: 70 }).toBuffer();
}

/** Pictures of known kinds that are drawn by this program; every `step`-th of each kind. */
export async function pictureCorpus(step = 1): Promise<KnownPicture[]> {
  const makers: { name: string; kind: KnownPicture['kind']; make(): Promise<Buffer> }[] = [];
  for (const [name, { size, ground, parts }] of Object.entries(drawings()))
    for (const [way, encode] of Object.entries(WAYS))
      makers.push({
        name: `${name}, ${way}`,
        kind: 'whole',
        make: async () => encode(await drawParts(size, ground, parts)),
      });
  for (const [name, draw] of Object.entries(await slides()))
    for (const way of ['jpeg', 'small'] as const)
      makers.push({ name: `${name}, ${way}`, kind: 'whole', make: async () => (WAYS[way] ?? scanOf)(await draw()) });
  for (const [name, look] of Object.entries(LOOKS)) {
    const { size, ground, parts } = terminal(look, 24);
    makers.push({
      name: `scan, ${name}`,
      kind: 'whole',
      make: async () => scanOf(await drawParts(size, ground, parts)),
    });
  }
  for (const [name, make] of Object.entries(scenery()))
    for (const way of ['png', 'jpeg', 'small'] as const)
      makers.push({ name: `${name}, ${way}`, kind: 'scene', make: async () => (WAYS[way] ?? scanOf)(make()) });
  const found: KnownPicture[] = [];
  for (const kind of ['whole', 'scene'] as const)
    for (const [i, { name, make }] of makers.filter((each) => each.kind === kind).entries())
      if (i % step === 0) found.push({ name, kind, bytes: await make() });
  return found;
}
