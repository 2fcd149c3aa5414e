/** A replacement in the source of a Rust crate; `before` must occur in the file exactly once. */
export interface CrateSourceReplacement {
  crate: string;
  file: string;
  before: string;
  after: string;
}

/** All replacements in sources of Rust crates, each with its reason. */
export const CRATE_SOURCE_REPLACEMENTS: readonly CrateSourceReplacement[] = [
  // The crate refuses to compile to WebAssembly in order to exclude browsers. WASI is not a browser.
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: '#[cfg(target_arch = "wasm32")]\ncompile_error!',
    after: '#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]\ncompile_error!',
  },
  // The crate reports progress to JavaScript when it is compiled to WebAssembly. With WASI there is no JavaScript.
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
  // The cache of decoded pictures may have 512 MB, which do not fit into the memory (MAX_MEMORY_BYTES).
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: 'const MAX_CACHED_IMAGE_BYTES: u64 = MAX_SLIDE_IMAGE_BYTES;',
    after: 'const MAX_CACHED_IMAGE_BYTES: u64 = 64 * 1024 * 1024;',
  },
  // The crate samples a picture at 16 points of each pixel, for each slide again, which takes most of the time of a slide with pictures.
  // With the change, a picture is scaled to its size on the slide once, and is kept for further slides.
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
  // The PNG of a slide is only an intermediate file: looking for the best filter of each row takes longer than it saves.
  {
    crate: 'betteroffice-pptx-raster',
    file: 'src/lib.rs',
    before: 'encoder.set_compression(png::Compression::Fast);',
    after: 'encoder.set_compression(png::Compression::Fast);\n        encoder.set_filter(png::Filter::Up);',
  },
  // A shape that is filled with the slide's background needs the background's colour effects as well. Without the change, a white title
  // was drawn on a light picture that the duotone effect should have made dark.
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
  // The y axis of a font points up and that of the slide points down. Without the change, marks were drawn below their letters.
  ...(['baseline + glyph.y_offset', 'baseline - baseline_offset_px + glyph.y_offset'] as const).map((before) => ({
    crate: 'betteroffice-pptx-render',
    file: 'src/layout.rs',
    before: `y_offset: ${before}`,
    after: `y_offset: ${before.replace('+', '-')}`,
  })),
  // The style of a shape can refer to a fill of the theme that is a picture. Without the change, such shapes were drawn without a fill.
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
  // Pictures of the theme's fillStyleLst are added to the list after 64 entries that are reserved for those of its bgFillStyleLst.
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
  // The fill of a shape's style has precedence over the fill of the placeholder in the slide layout.
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
  // A bullet is drawn with a font that has the character. Without the change it was an empty box.
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
  // A family consists of several files, each with one alphabet: for a missing letter, the other files of the family are tried first.
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
  // Categories in several levels have no points directly: those of the innermost level, which is the first one, are their names.
  {
    crate: 'betteroffice-drawingml',
    file: 'src/chart/parse.rs',
    before: '.or_else(|| first_deep(parent, "multiLvlStrCache", 0))',
    after:
      '.or_else(|| first_deep(parent, "multiLvlStrCache", 0).map(|levels| child(levels, "lvl").unwrap_or(levels)))',
  },
  // The crate takes the first title of a chart, which is that of an axis if the chart has none.
  {
    crate: 'betteroffice-drawingml',
    file: 'src/chart/parse.rs',
    before: 'let title = first_deep(chart_space, "title", 0);',
    after: 'let title = child(chart_space, "chart").and_then(|chart| child(chart, "title"));',
  },
  // The axis of shares ends at 100 %: no share is above it.
  {
    crate: 'betteroffice-drawingml',
    file: 'src/chart/geometry.rs',
    before: 'let padding = (max - min) * 0.05;',
    after: 'let padding = if stacking == Stacking::Percent { 0.0 } else { (max - min) * 0.05 };',
  },
];
