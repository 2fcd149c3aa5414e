//! Texts that leave the slide or overlap others after the layout: a substitute font may need more space than the font of the deck.

use pptx_render::{PositionedTextLine, Primitive, SurfaceDisplayList};

/// Numbers of texts of a slide.
#[derive(Default)]
pub struct TextFaults {
    /// Texts that start on the slide and end below it.
    pub cut: usize,
    /// Texts with a line that overlaps a line of a later text with other words.
    pub covering: usize,
}

/// At most this many texts of a slide are compared with each other.
const MAX_TEXTS: usize = 200;
/// Two lines overlap if the area they share is higher than this fraction of the lower line, and wider than that of the narrower one.
const SHARED_HEIGHT: f32 = 0.35;
const SHARED_WIDTH: f32 = 0.1;
/// A line is cut if a point at this fraction of its height, from its top, is below the slide.
const SEEN: f32 = 0.6;

struct Area {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

/// The area of the letters of a line, without runs of white space; `None` for a line without letters. Heights are estimated from the font size.
fn area_of(line: &PositionedTextLine) -> Option<Area> {
    let written = || line.runs.iter().filter(|run| !run.text.trim().is_empty());
    let left = written().map(|run| run.x).reduce(f32::min)?;
    let right = written().map(|run| run.x + run.width).reduce(f32::max)?;
    let size = written().map(|run| run.font_size_px).reduce(f32::max)?;
    Some(Area { left, top: line.baseline - 0.7 * size, right, bottom: line.baseline + 0.15 * size })
}

fn overlap(one: &Area, other: &Area) -> bool {
    let height = one.bottom.min(other.bottom) - one.top.max(other.top);
    let width = one.right.min(other.right) - one.left.max(other.left);
    height > SHARED_HEIGHT * (one.bottom - one.top).min(other.bottom - other.top)
        && width > SHARED_WIDTH * (one.right - one.left).min(other.right - other.left)
}

fn covers(over: &Area, line: &Area) -> bool {
    over.left <= line.left && over.right >= line.right && over.top <= line.top && over.bottom >= line.bottom
}

/// A text that is not rotated: its words, and the areas of its visible lines.
struct Text {
    words: String,
    lines: Vec<Area>,
}

fn collect(primitives: &[Primitive], texts: &mut Vec<Text>) {
    for primitive in primitives {
        match primitive {
            Primitive::TextBox { lines, transform, .. } if transform.is_identity() => {
                let words = lines.iter().flat_map(|line| &line.runs).map(|run| run.text.as_str()).collect();
                texts.push(Text { words, lines: lines.iter().filter_map(area_of).collect() });
            }
            Primitive::Chart { primitives, transform, .. } | Primitive::Table { primitives, transform, .. }
                if transform.is_identity() =>
            {
                collect(primitives, texts);
            }
            // A filled shape hides the lines below it that it covers.
            Primitive::Shape { x, y, w, h, fill: Some(_), transform, .. } if transform.is_identity() => {
                let over = Area { left: *x, top: *y, right: x + w, bottom: y + h };
                for text in texts.iter_mut() {
                    text.lines.retain(|line| !covers(&over, line));
                }
            }
            _ => {}
        }
    }
}

impl TextFaults {
    pub fn of(list: &SurfaceDisplayList) -> Self {
        let mut texts = Vec::new();
        collect(&list.primitives, &mut texts);
        texts.retain(|text| !text.lines.is_empty());
        texts.truncate(MAX_TEXTS);
        let mut faults = Self::default();
        for (at, text) in texts.iter().enumerate() {
            let starts_on_slide = text.lines.first().is_some_and(|line| line.bottom <= list.height && line.top >= 0.0);
            let ends_below = text.lines.iter().any(|line| line.top + SEEN * (line.bottom - line.top) > list.height);
            faults.cut += usize::from(starts_on_slide && ends_below);
            // A text with the same words is a shadow, or replaces the first one in an animation.
            let covers = texts[at + 1..].iter().any(|other| {
                other.words != text.words
                    && text.lines.iter().any(|line| other.lines.iter().any(|under| overlap(line, under)))
            });
            faults.covering += usize::from(covers);
        }
        faults
    }
}
