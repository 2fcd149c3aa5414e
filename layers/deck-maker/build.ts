/**
 * Builds deck-maker.wasm again from the crates that Cargo.lock names, and compares it with the one that is kept here.
 * Needs cargo of Rust 1.95 with the target wasm32-wasip1, and the network for the crates. Not part of `npm ci`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';

const here = import.meta.dirname;
const work = join(here, '../../.build/deck-maker');
const vendored = join(work, 'crates');
const TARGET = 'wasm32-wasip1';
/** One memory for a deck and its pictures: with the rest of the process that reads decks it stays below that one's limit. */
const MAX_MEMORY_BYTES = 288 * 2 ** 20;
const STACK_BYTES = 4 * 2 ** 20;

/** A change of a crate's source: why, where, and what is there before and after. */
interface Change {
  crate: string;
  file: string;
  before: string;
  after: string;
}

const CHANGES: readonly Change[] = [
  // The crate is meant for servers, and WASI is one: what it refuses is the browser.
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: '#[cfg(target_arch = "wasm32")]\ncompile_error!',
    after: '#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]\ncompile_error!',
  },
  // Progress is reported to JavaScript in browsers only: WASI has none.
  ...(['cfg(target_arch = "wasm32")', 'cfg(not(target_arch = "wasm32"))'] as const).map((before) => ({
    crate: 'betteroffice-opc',
    file: 'src/progress.rs',
    before: `#[${before}]`,
    after: `#[${before.replace('target_arch = "wasm32"', 'all(target_arch = "wasm32", target_os = "unknown")')}]`,
  })),
  {
    crate: 'betteroffice-opc',
    file: 'Cargo.toml',
    before: `[target.'cfg(target_arch = "wasm32")'.dependencies.js-sys]`,
    after: `[target.'cfg(all(target_arch = "wasm32", target_os = "unknown"))'.dependencies.js-sys]`,
  },
  // Decoded pictures that are kept for the next slide: 512 MB do not fit into the memory.
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: 'const MAX_CACHED_IMAGE_BYTES: u64 = MAX_SLIDE_IMAGE_BYTES;',
    after: 'const MAX_CACHED_IMAGE_BYTES: u64 = 64 * 1024 * 1024;',
  },
  // A picture is sampled at 16 points of each pixel, on each slide again: most of the time of a slide with one. It is brought to its
  // size on the slide once, and kept there for the next slide.
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: 'mod blur;',
    after: 'mod blur;\nmod scaled_images;',
  },
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: `        if let Some((source, fit)) = &decoded {
            self.pixmap.draw_pixmap(`,
    after: `        if let Some((source, fit)) = &decoded
            && let Some((scaled, left, top)) =
                self.images.scaled.place(source, transform.pre_concat(*fit), &self.pixmap)
        {
            self.pixmap.draw_pixmap(
                left,
                top,
                (*scaled).as_ref(),
                &PixmapPaint::default(),
                Transform::identity(),
                mask.as_ref().or(clip),
            );
        } else if let Some((source, fit)) = &decoded {
            self.pixmap.draw_pixmap(`,
  },
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: `    decoded: HashMap<ImageKey, DecodedImage>,
    order:`,
    after: `    decoded: HashMap<ImageKey, DecodedImage>,
    scaled: scaled_images::ScaledImages,
    order:`,
  },
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: `            decoded: HashMap::new(),
            order:`,
    after: `            decoded: HashMap::new(),
            scaled: scaled_images::ScaledImages::default(),
            order:`,
  },
  // The picture is encoded again: the best filter of each row takes longer than it saves.
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: 'encoder.set_compression(png::Compression::Fast);',
    after: 'encoder.set_compression(png::Compression::Fast);\n        encoder.set_filter(png::Filter::Up);',
  },
  // A shape that shows the background shows it in its colours: white titles stood on a light picture that is drawn dark.
  {
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: `                effects: Vec::new(),
                crop,
                destination,
                tile,
                path: Some(path),`,
    after: `                effects: image_effects(&picture.effects, self.theme),
                crop,
                destination,
                tile,
                path: Some(path),`,
  },
  {
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: '            background_picture: background_picture.cloned(),',
    after: `            background_picture: background_picture.cloned().map(|mut picture| {
                let reference = background_source.as_ref().and_then(|source| source.reference);
                for effect in &mut picture.effects {
                    let (Some(reference), BlipEffect::Duotone { shadow, highlight }) = (reference, effect) else {
                        continue;
                    };
                    for color in [shadow, highlight] {
                        let named = color
                            .as_ref()
                            .and_then(|color| style_reference_color(color, reference, theme));
                        if named.is_some() {
                            *color = named;
                        }
                    }
                }
                picture
            }),`,
  },
  // Fonts count up from the baseline, the slide down from its top: marks stood below their letters.
  ...(['baseline + glyph.y_offset', 'baseline - baseline_offset_px + glyph.y_offset'] as const).map((before) => ({
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: `y_offset: ${before}`,
    after: `y_offset: ${before.replace('+', '-')}`,
  })),
  // A fill that a shape has from its style alone may be a picture of the theme: white titles stood on nothing.
  {
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: `    fn resolved_fill(&self, nodes`,
    after: `    fn styled_picture(&self, nodes: &[Option<&ShapeNode>]) -> Option<PictureFill> {
        let reference = nodes.iter().flatten().find_map(|node| node_style(node)?.fill.as_ref())?;
        let index = match reference.index {
            0 => return None,
            fill @ 1..BACKGROUND_FILL_BASE => fill - 1 + 64,
            background => background - BACKGROUND_FILL_BASE,
        };
        let theme_part = self
            .package
            .themes
            .iter()
            .find(|part| Some(part.part_path.as_str()) == self.theme_part_path)?;
        let mut picture = theme_part.background_pictures.get(index as usize)?.clone()?;
        for effect in &mut picture.effects {
            if let BlipEffect::Duotone { shadow, highlight } = effect {
                for color in [shadow, highlight] {
                    let named = color
                        .as_ref()
                        .and_then(|color| style_reference_color(color, reference, self.theme));
                    if named.is_some() {
                        *color = named;
                    }
                }
            }
        }
        Some(picture)
    }

    fn resolved_fill(&self, nodes`,
  },
  {
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: `        let picture = effective_fill
            .filter(|fill| fill.fill_type == PICTURE_FILL)
            .and_then(|_| picture_fill(&inherited));`,
    after: `        let styled_picture = self.styled_picture(&inherited);
        let picture = effective_fill
            .filter(|fill| fill.fill_type == PICTURE_FILL)
            .and_then(|_| picture_fill(&inherited).or(styled_picture.as_ref()));`,
  },
  {
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: `                let picture = if use_bg_fill {
                    background_picture.as_ref()
                } else {
                    resolved_fill
                        .as_ref()
                        .filter(|fill| fill.fill_type == PICTURE_FILL)
                        .and(value.picture_fill.as_deref())
                };`,
    after: `                let styled_picture = self.styled_picture(&[Some(shape)]);
                let picture = if use_bg_fill {
                    background_picture.as_ref()
                } else {
                    resolved_fill
                        .as_ref()
                        .filter(|fill| fill.fill_type == PICTURE_FILL)
                        .and(value.picture_fill.as_deref().or(styled_picture.as_ref()))
                };`,
  },
  // Pictures among the fills of a theme, after 64 places for those of its backgrounds.
  {
    crate: 'betteroffice-pptx-parse',
    file: 'src/theme.rs',
    before: `    let pictures: Vec<Option<PictureFill>> = element
        .child_elements()
        .map(|fill| picture_fill_element(fill, relationships))
        .collect();`,
    after: `    let mut pictures: Vec<Option<PictureFill>> = element
        .child_elements()
        .map(|fill| picture_fill_element(fill, relationships))
        .collect();
    pictures.resize_with(64, || None);
    pictures.extend(
        root.child("themeElements")
            .and_then(|value| value.child("fmtScheme"))
            .and_then(|value| value.child("fillStyleLst"))
            .into_iter()
            .flat_map(XmlElement::child_elements)
            .map(|fill| picture_fill_element(fill, relationships)),
    );`,
  },
  // The style of a shape goes before the fill that its layout has for its place.
  {
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: `                } else {
                    node_fill(node).cloned()
                }
            })
            .or_else(|| {`,
    after: `                } else {
                    node_fill(node).cloned().or_else(|| {
                        let reference = node_style(node)?.fill.as_ref()?;
                        (!matches!(reference.index, 0 | 1000))
                            .then(|| style_fill(self.format_scheme, reference, self.theme))
                    })
                }
            })
            .or_else(|| {`,
  },
  // The sign of a list is drawn by a font that has it: it was an empty box.
  {
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: `    .clamp(1.0, 4_096.0);
    Ok(style)
}`,
    after: `    .clamp(1.0, 4_096.0);
    let drawn = symbol_bullet(written_marker, properties.bullet_font.as_ref(), theme);
    let lacking = drawn.chars().find(|character| {
        !character.is_whitespace() && !renderer.fonts.covers(style.face.id, *character).unwrap_or(true)
    });
    if let Some(character) = lacking
        && let Some(face) = renderer.coverage_face(&style.face, character, style.bold, style.italic)
    {
        style.family = face.family.clone();
        style.face = face;
    }
    Ok(style)
}`,
  },
  // Families come in files of one alphabet each: a letter of another alphabet is asked of the same family first.
  {
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: `        covering()
            .find(|(face_bold, face_italic, _)| (*face_bold, *face_italic) == (bold, italic))`,
    after: `        covering()
            .find(|(face_bold, face_italic, candidate)| {
                candidate.requested_family == face.requested_family
                    && (*face_bold, *face_italic) == (bold, italic)
            })
            .or_else(|| covering().find(|(face_bold, face_italic, _)| (*face_bold, *face_italic) == (bold, italic)))`,
  },
];

const checksums = z.looseObject({ files: z.record(z.string(), z.string()) });

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Runs cargo; what it says is seen. */
const cargo = (args: readonly string[], options: { flags?: string } = {}): string =>
  execFileSync('cargo', args, {
    cwd: here,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(options.flags === undefined ? {} : { RUSTFLAGS: options.flags }) },
  });

/** Cargo compares each file of a vendored crate with a list of hashes: that of a changed file is replaced, the package's is kept. */
function noteChange(crate: string, file: string): void {
  const folder = join(vendored, crate);
  const list = join(folder, '.cargo-checksum.json');
  const known = parseJson(checksums, readFileSync(list, 'utf8'));
  const hash = sha256(readFileSync(join(folder, file)));
  writeFileSync(list, JSON.stringify({ ...known, files: { ...known.files, [file]: hash } }));
}

/** Changes a vendored crate. */
function apply({ crate, file, before, after }: Change): void {
  const path = join(vendored, crate, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(before).length !== 2) throw new Error(`${crate}/${file} does not have once: ${before}`);
  writeFileSync(
    path,
    source.replace(before, () => after),
  );
  noteChange(crate, file);
}

/** Larger changes: a patch for each crate, which starts with what is changed and why. They follow the changes above. */
const PATCHES = join(here, 'changes');

/** @returns the crates that are changed */
function applyPatches(): string[] {
  const names = readdirSync(PATCHES).sort();
  for (const name of names) {
    const patch = join(PATCHES, name);
    // Without the ceiling, git takes the paths from the top of this repository.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: work };
    execFileSync('git', ['apply', '--whitespace=nowarn', patch], { cwd: vendored, env, stdio: 'inherit' });
    for (const [, crate = '', file = ''] of readFileSync(patch, 'utf8').matchAll(/^\+\+\+ b\/([^/]+)\/(.+)$/gm))
      noteChange(crate, file);
  }
  return names.map((name) => name.replace(/\.patch$/, ''));
}

/** Files that are added to the sources of a crate, from `added`. */
const ADDED: readonly { crate: string; file: string }[] = [
  { crate: 'betteroffice-pptx-raster', file: 'scaled_images.rs' },
];

/** Files of a crate with the text of a licence or a notice. */
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The crates that are compiled into the module, as `name version: licence`. */
const cratesIn = (): string[] => {
  const listed = cargo([
    ...['tree', '--locked', '--offline', '--target', TARGET, '--edges', 'normal,no-proc-macro'],
    ...['--prefix', 'none', '--format', '{p}|{l}'],
  ]);
  const lines = listed
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('deck-maker '))
    .map((line) => line.replace(/^(\S+) v(\S+)(?: \([^|]*\))?\|(.*?)(?: \(\*\))?$/, '$1 $2: $3'));
  return [...new Set(lines)].sort();
};

/** The crates, and the text of each licence once. */
function licences(crates: readonly string[]): string {
  const texts = new Map<string, string[]>();
  for (const crate of crates) {
    const name = crate.split(' ')[0] ?? '';
    const folder = join(vendored, name);
    for (const file of existsSync(folder) ? readdirSync(folder).filter((each) => LICENCE_FILE.test(each)) : []) {
      const text = readFileSync(join(folder, file), 'utf8').trim();
      texts.set(text, [...(texts.get(text) ?? []), name]);
    }
  }
  const sections = [...texts].map(
    ([text, names]) => `${'-'.repeat(80)}\n${[...new Set(names)].join(', ')}\n\n${text}\n`,
  );
  return [...crates, '', ...sections].join('\n');
}

/** @returns the built module */
function build(): Buffer {
  mkdirSync(work, { recursive: true });
  // Prints the configuration that makes cargo use the folder.
  const configuration = cargo(['vendor', '--locked', vendored]);
  writeFileSync(join(work, 'config.toml'), configuration);
  for (const change of CHANGES) apply(change);
  const patched = applyPatches();
  for (const { crate, file } of ADDED) copyFileSync(join(here, 'added', file), join(vendored, crate, 'src', file));
  const flags = [
    `-Clink-arg=--max-memory=${MAX_MEMORY_BYTES}`,
    `-Clink-arg=-zstack-size=${STACK_BYTES}`,
    '-Ctarget-feature=+simd128',
    // Messages of panics name files: not those of this machine.
    `--remap-path-prefix=${vendored}=crates`,
    `--remap-path-prefix=${here}=deck-maker`,
  ];
  const target = join(work, 'target');
  const config = ['--config', join(work, 'config.toml'), '--target-dir', target];
  // Cargo builds a vendored crate once for each version, and would not notice a change of it.
  const changed = [...new Set([...CHANGES.map(({ crate }) => crate), ...patched])].flatMap((crate) => [
    '--package',
    crate,
  ]);
  if (existsSync(target)) cargo(['clean', '--release', '--offline', '--target', TARGET, ...config, ...changed]);
  cargo(['build', '--release', '--locked', '--offline', '--target', TARGET, ...config], { flags: flags.join(' ') });
  return readFileSync(join(target, TARGET, 'release/deck_maker.wasm'));
}

if (import.meta.main) {
  // `--write` keeps the new one instead of the old one.
  const { write = false } = parseArgs({ options: { write: { type: 'boolean' } } }).values;
  const kept = join(here, 'deck-maker.wasm');
  const built = build();
  const hash = sha256(built);
  if (write) {
    writeFileSync(kept, built);
    writeFileSync(`${kept}.sha256`, `${hash}\n`);
    const crates = cratesIn();
    writeFileSync(join(here, 'crates.txt'), `${crates.join('\n')}\n`);
    writeFileSync(join(here, 'LICENCES'), licences(crates));
    console.log(`${built.length} bytes, SHA-256 ${hash}`);
  } else if (sha256(readFileSync(kept)) !== hash) {
    console.error(`the module that was built is another one: ${built.length} bytes, SHA-256 ${hash}`);
    process.exitCode = 1;
  } else console.log(`the same: SHA-256 ${hash}`);
}
