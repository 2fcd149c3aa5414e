//! Parts of a slide that are not there yet, or no longer, between two clicks of a presenter. What is there stays where it is: shapes are
//! left out as a whole, paragraphs keep their room.

use std::collections::{BTreeMap, BTreeSet};

use pptx_edit::ShapeSnapshot;
use pptx_render::Primitive;
use serde::Deserialize;

/// What is not shown of a slide; shapes by the ids of the file.
#[derive(Deserialize)]
pub struct Hidden {
    shapes: BTreeSet<u32>,
    /// Paragraphs of shapes, from 0.
    paragraphs: BTreeMap<u32, BTreeSet<usize>>,
}

/// Positions of a shape's text at which its hidden paragraphs begin and end, as lines count them.
type HiddenText = BTreeMap<String, Vec<(u32, u32)>>;

fn utf16_len(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

impl Hidden {
    /// Hides shapes before the slide is laid out. @returns the texts of which `hide_lines` takes lines away
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
                // A paragraph ends with a position of its own.
                start = end + 1;
            }
        }
    }
}

/// Empties the lines of hidden paragraphs, with their bullets. Other lines stay where they are.
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
