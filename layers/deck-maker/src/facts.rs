//! Facts about a slide for the host: the fonts that its texts need, and the parts that cannot be drawn as the deck has them.

use std::collections::{BTreeMap, BTreeSet};

use pptx_render::{GradientType, Paint, Primitive, SurfaceDisplayList};
use serde::Serialize;

/// Texts of a slide in one face, as the deck names it.
#[derive(Serialize)]
struct FaceUse {
    family: String,
    bold: bool,
    italic: bool,
    /// Each character once.
    characters: String,
}

/// Facts about a slide, as JSON for the host.
#[derive(Serialize)]
pub struct SlideFacts {
    faces: Vec<FaceUse>,
    /// Objects that are not drawn: the label of each, or its name.
    blanks: Vec<String>,
    charts: u32,
    /// Number of shapes whose geometry is unknown; a rectangle is drawn for each.
    unknown_shapes: u32,
    /// Number of gradients that follow a path or a rectangle; they are drawn as radial gradients.
    path_gradients: u32,
}

#[derive(Default)]
struct Collected {
    faces: BTreeMap<(String, bool, bool), BTreeSet<char>>,
    blanks: Vec<String>,
    charts: u32,
    unknown_shapes: u32,
    path_gradients: u32,
}

fn is_path_gradient(paint: Option<&Paint>) -> bool {
    matches!(
        paint,
        Some(Paint::Gradient { gradient_type: GradientType::Rectangular | GradientType::Path, .. })
    )
}

fn collect(primitives: &[Primitive], found: &mut Collected) {
    for primitive in primitives {
        match primitive {
            Primitive::TextBox { lines, .. } => {
                for run in lines.iter().flat_map(|line| &line.runs) {
                    let face = (run.font_family.clone(), run.bold, run.italic);
                    found.faces.entry(face).or_default().extend(run.text.chars());
                }
            }
            Primitive::Shape { geometry_fallback, fill, .. } => {
                found.unknown_shapes += u32::from(*geometry_fallback);
                found.path_gradients += u32::from(is_path_gradient(fill.as_ref()));
            }
            Primitive::Placeholder { name, label, .. } => {
                found.blanks.push(label.clone().unwrap_or_else(|| name.clone()));
            }
            Primitive::Chart { primitives, .. } => {
                found.charts += 1;
                collect(primitives, found);
            }
            Primitive::Table { primitives, .. } => collect(primitives, found),
            Primitive::Image { .. } => {}
        }
    }
}

impl SlideFacts {
    /// @param list a slide that was laid out without fonts, so that each run still names the face that the deck asks for
    pub fn of(list: &SurfaceDisplayList) -> Self {
        let mut found = Collected::default();
        found.path_gradients += u32::from(is_path_gradient(list.background.as_ref()));
        collect(&list.primitives, &mut found);
        let faces = found
            .faces
            .into_iter()
            .map(|((family, bold, italic), characters)| FaceUse {
                family,
                bold,
                italic,
                characters: characters.into_iter().collect(),
            })
            .collect();
        Self {
            faces,
            blanks: found.blanks,
            charts: found.charts,
            unknown_shapes: found.unknown_shapes,
            path_gradients: found.path_gradients,
        }
    }
}
