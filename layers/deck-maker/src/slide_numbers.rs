//! Fields with the number of their slide. The text that a file has for such a field may be out of date, or a placeholder (`‹#›`).

use pptx_parse::{PptxPackage, ShapeNode, TextBody};

fn fill(body: &mut TextBody, number: &str) {
    for run in body.paragraphs.iter_mut().flat_map(|paragraph| &mut paragraph.runs) {
        if run.field_type.as_deref() == Some("slidenum") {
            run.text = number.to_owned();
        }
    }
}

fn fill_all(shapes: &mut [ShapeNode], number: &str) {
    for shape in shapes {
        match shape {
            ShapeNode::Shape(shape) => {
                if let Some(body) = &mut shape.text {
                    fill(body, number);
                }
            }
            ShapeNode::Group(group) => fill_all(&mut group.children, number),
            ShapeNode::Picture(_) | ShapeNode::GraphicFrame(_) => {}
        }
    }
}

/// Writes the number of each slide into its fields.
pub fn fill_slide_numbers(package: &mut PptxPackage) {
    let first = i64::from(package.presentation.first_slide_num);
    for (index, slide) in package.slides.iter_mut().enumerate() {
        fill_all(&mut slide.shapes, &(first + index as i64).to_string());
    }
}
