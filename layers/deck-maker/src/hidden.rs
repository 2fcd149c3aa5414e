//! Parts of a slide that an animation shows later or has hidden: a slide is drawn once for each click of a presenter. All other parts
//! stay in place: hidden shapes are left out, hidden paragraphs keep their space.

use std::collections::{BTreeMap, BTreeSet};

use pptx_edit::ShapeSnapshot;
use pptx_render::Primitive;
use serde::Deserialize;

/// The hidden parts of a slide. Shapes are named by their ids in the file.
#[derive(Deserialize)]
pub struct Hidden {
    shapes: BTreeSet<u32>,
    /// Hidden paragraphs by the id of their shape, counted from 0.
    paragraphs: BTreeMap<u32, BTreeSet<usize>>,
}

/// Start and end of each hidden paragraph in the text of its shape, in UTF-16 units, by the id of the shape in the session.
type HiddenText = BTreeMap<String, Vec<(u32, u32)>>;

fn utf16_len(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

impl Hidden {
    /// Hides shapes, before the slide is laid out. @returns the hidden paragraphs, for `hide_lines` after the layout
    pub fn hide_shapes(&self, shapes: &mut [ShapeSnapshot]) -> HiddenText {
        let mut found = HiddenText::new();
        self.walk(shapes, &mut found);
        found
    }

    fn walk(&self, shapes: &mut [ShapeSnapshot], found: &mut HiddenText) {
        for shape in shapes {
            shape.hidden |= self.shapes.contains(&shape.source_id);
            self.walk(&mut shape.children, found);
            let (Some(hidden), Some(story)) =
                (self.paragraphs.get(&shape.source_id), shape.text_stories.first())
            else {
                continue;
            };
            let mut start = 0;
            for (index, paragraph) in story.paragraphs.iter().enumerate() {
                let end = start + paragraph.runs.iter().map(|run| utf16_len(&run.text)).sum::<u32>();
                if hidden.contains(&index) {
                    found.entry(shape.id.clone()).or_default().push((start, end));
                }
                // The end of a paragraph counts as one position.
                start = end + 1;
            }
        }
    }
}

/// Removes texts and bullets from the lines of hidden paragraphs. Other lines stay in place.
pub fn hide_lines(hidden: &HiddenText, primitives: &mut [Primitive]) {
    for primitive in primitives {
        let Primitive::TextBox { shape_id: Some(id), lines, .. } = primitive else { continue };
        let Some(ranges) = hidden.get(id) else { continue };
        for line in lines {
            if ranges.iter().any(|(start, end)| (*start..=*end).contains(&line.start)) {
                line.runs.clear();
            }
        }
    }
}
