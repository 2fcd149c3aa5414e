//! Visual order of lines with right-to-left letters (Unicode bidirectional algorithm, UAX 9). The layout of betteroffice shapes each
//! cluster alone, leaves letters of a left-to-right paragraph in logical order and misplaces marks: such lines are ordered and shaped
//! again here, within the width that the layout gave them.

use std::ops::Range;

use ooxml_text::bidi::{BaseDirection, bidi_paragraphs, visual_order_for_levels};
use ooxml_text::{FontId, FontStore};
use ooxml_text::shape::{ShapeDirection, shape_with_direction};
use pptx_render::{PositionedGlyph, PositionedTextLine, PositionedTextRun, Primitive, SurfaceDisplayList};

fn is_right_to_left(character: char) -> bool {
    matches!(
        character as u32,
        0x0590..=0x08FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFF | 0x10800..=0x10FFF | 0x1E800..=0x1EFFF
    )
}

/// A part of a run with one embedding level (UAX 9): an odd level reads from right to left.
struct Piece {
    run: usize,
    /// Bytes in the text of the run.
    bytes: Range<usize>,
    level: u8,
}

/// Reports whether the layout set the paragraph from right to left: the last letter is then left of the first one.
fn is_paragraph_right_to_left(runs: &[PositionedTextRun]) -> bool {
    let glyphs = || runs.iter().flat_map(|run| &run.glyphs);
    let (Some(first), Some(last)) =
        (glyphs().min_by_key(|glyph| glyph.cluster), glyphs().max_by_key(|glyph| glyph.cluster))
    else {
        return false;
    };
    if first.cluster == last.cluster {
        return runs.iter().any(|run| run.text.chars().any(is_right_to_left));
    }
    first.x > last.x
}

/// The pieces of a line in logical order: each ends where the run or the embedding level does.
fn pieces_of(runs: &[PositionedTextRun], base: BaseDirection) -> Vec<Piece> {
    let text: String = runs.iter().map(|run| run.text.as_str()).collect();
    let levels = bidi_paragraphs(&text, base);
    let mut pieces = Vec::new();
    let mut start = 0;
    for (index, run) in runs.iter().enumerate() {
        let end = start + run.text.len();
        for level in levels.iter().flat_map(|paragraph| &paragraph.runs) {
            let (from, to) = (level.start.max(start), level.end.min(end));
            if from < to {
                pieces.push(Piece { run: index, bytes: from - start..to - start, level: level.level });
            }
        }
        start = end;
    }
    pieces
}

/// A piece as a run of glyphs that starts at x = 0; `None` if its text cannot be shaped with its font.
fn shaped(fonts: &FontStore, run: &PositionedTextRun, piece: &Piece, baseline: f32) -> Option<PositionedTextRun> {
    let text = run.text.get(piece.bytes.clone())?;
    let direction = if piece.level % 2 == 1 { ShapeDirection::Rtl } else { ShapeDirection::Ltr };
    let font = FontId::from_u32(run.font_id);
    let glyphs = shape_with_direction(fonts, font, text, run.font_size_px, &[], direction).ok()?;
    let slant = run.glyphs.first().map_or(0.0, |glyph| glyph.slant);
    let mut x = 0.0;
    let glyphs: Vec<_> = glyphs
        .into_iter()
        .map(|glyph| {
            let placed = PositionedGlyph {
                glyph_id: glyph.glyph_id,
                cluster: run.start + glyph.cluster,
                x,
                advance: glyph.x_advance,
                x_offset: glyph.x_offset,
                y_offset: baseline - run.baseline_offset_px - glyph.y_offset,
                scale_x: 1.0,
                slant,
            };
            x += glyph.x_advance;
            placed
        })
        .collect();
    Some(PositionedTextRun { text: text.to_owned(), x: 0.0, width: x, glyphs, ..run.clone() })
}

fn moved(mut run: PositionedTextRun, by: f32) -> PositionedTextRun {
    run.x += by;
    for glyph in &mut run.glyphs {
        glyph.x += by;
    }
    run
}

/// A line counts as centred if its middle is less than this many pixels from the middle of its box.
const CENTRED: f32 = 2.0;

/// Puts the glyphs of one line in visual order. @param middle x of the middle of the text box, in pixels
fn put_in_order(line: &mut PositionedTextLine, fonts: &FontStore, middle: f32) {
    if !line.runs.iter().any(|run| run.text.chars().any(is_right_to_left)) {
        return;
    }
    // Bullets are not part of the text: they stay in place.
    let (mut runs, signs): (Vec<_>, Vec<_>) =
        line.runs.iter().cloned().partition(|run| run.end > run.start && run.start >= line.start);
    runs.sort_by_key(|run| run.start);
    let is_rtl = is_paragraph_right_to_left(&runs);
    let pieces = pieces_of(&runs, if is_rtl { BaseDirection::Rtl } else { BaseDirection::Ltr });
    let order = visual_order_for_levels(&pieces.iter().map(|piece| piece.level).collect::<Vec<_>>());
    let Some(placed) = order
        .into_iter()
        .map(|index| {
            let piece = &pieces[index];
            shaped(fonts, &runs[piece.run], piece, line.baseline)
        })
        .collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let width: f32 = placed.iter().map(|run| run.width).sum();
    let spare = line.width - width;
    let is_centred = (line.x + line.width / 2.0 - middle).abs() < CENTRED;
    let mut x = line.x + if is_centred { spare / 2.0 } else if is_rtl { spare } else { 0.0 };
    line.runs = signs;
    for run in placed {
        let width = run.width;
        line.runs.push(moved(run, x));
        x += width;
    }
}

fn visit(primitives: &mut [Primitive], fonts: &FontStore) {
    for primitive in primitives {
        match primitive {
            Primitive::TextBox { x, w, lines, .. } => {
                for line in lines {
                    put_in_order(line, fonts, *x + *w / 2.0);
                }
            }
            Primitive::Chart { primitives, .. } | Primitive::Table { primitives, .. } => visit(primitives, fonts),
            _ => {}
        }
    }
}

/// Puts the glyphs of all lines with right-to-left letters in visual order.
pub fn order_right_to_left(list: &mut SurfaceDisplayList, fonts: &FontStore) {
    visit(&mut list.primitives, fonts);
}
