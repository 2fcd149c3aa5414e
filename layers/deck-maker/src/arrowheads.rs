//! Arrowheads of lines. The display list names them, but the raster of betteroffice does not draw them: they are added as shapes.

use ooxml_drawingml::GeometryPathCommand;
use pptx_render::{Paint, Primitive, Stroke, StrokeEnd, SurfaceDisplayList, Transform};

/// A point in pixels of the display list.
#[derive(Clone, Copy)]
struct At {
    x: f32,
    y: f32,
}

impl At {
    /// The point moved by `along` pixels in a direction (a vector of length 1) and by `across` pixels at a right angle to it.
    fn moved(self, direction: At, along: f32, across: f32) -> At {
        At {
            x: self.x + direction.x * along - direction.y * across,
            y: self.y + direction.y * along + direction.x * across,
        }
    }
}

/// Position, size, rotation and mirroring of a shape on the slide.
struct Frame {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
    transform: Transform,
}

impl Frame {
    /// The position on the slide of a point of a path, whose coordinates are fractions (0 to 1) of the shape's box.
    fn place(&self, x: f64, y: f64) -> At {
        let (x, y) = (self.x + x as f32 * self.w, self.y + y as f32 * self.h);
        let center = At { x: self.x + self.w / 2.0, y: self.y + self.h / 2.0 };
        let dx = if self.transform.flip_h { center.x - x } else { x - center.x };
        let dy = if self.transform.flip_v { center.y - y } else { y - center.y };
        let (sin, cos) = self.transform.rotation_deg.to_radians().sin_cos();
        At { x: center.x + dx * cos - dy * sin, y: center.y + dx * sin + dy * cos }
    }
}

/// The control points and the end point of a path command, in this order. `Close` has none.
fn points(command: &GeometryPathCommand) -> Vec<(f64, f64)> {
    match *command {
        GeometryPathCommand::Move { x, y } | GeometryPathCommand::Line { x, y } => vec![(x, y)],
        GeometryPathCommand::Quad { cpx, cpy, x, y } => vec![(cpx, cpy), (x, y)],
        GeometryPathCommand::Cubic { cp1x, cp1y, cp2x, cp2y, x, y } => {
            vec![(cp1x, cp1y), (cp2x, cp2y), (x, y)]
        }
        GeometryPathCommand::Close => Vec::new(),
    }
}

/// The tip of a line and the direction in which it points, of length 1. `None` for a line without length.
fn tip(points: impl Iterator<Item = At>) -> Option<(At, At)> {
    let mut points = points;
    let end = points.next()?;
    let before = points.find(|at| (at.x - end.x).hypot(at.y - end.y) > 0.01)?;
    let length = (end.x - before.x).hypot(end.y - before.y);
    Some((end, At { x: (end.x - before.x) / length, y: (end.y - before.y) / length }))
}

/// A shape with a closed, filled outline, or with an open line (`is_closed` false). `None` if a coordinate is not finite.
fn shape(outline: &[At], is_closed: bool, stroke: &Stroke) -> Option<Primitive> {
    let (left, right) = outline.iter().fold((f32::MAX, f32::MIN), |(a, b), at| (a.min(at.x), b.max(at.x)));
    let (top, bottom) = outline.iter().fold((f32::MAX, f32::MIN), |(a, b), at| (a.min(at.y), b.max(at.y)));
    if !(left.is_finite() && right.is_finite() && top.is_finite() && bottom.is_finite()) {
        return None;
    }
    // Coordinates of the path are divided by the size of its box, which must not be 0.
    let (w, h) = ((right - left).max(0.01), (bottom - top).max(0.01));
    let mut path: Vec<_> = outline
        .iter()
        .enumerate()
        .map(|(index, at)| {
            let (x, y) = (f64::from((at.x - left) / w), f64::from((at.y - top) / h));
            if index == 0 { GeometryPathCommand::Move { x, y } } else { GeometryPathCommand::Line { x, y } }
        })
        .collect();
    if is_closed {
        path.push(GeometryPathCommand::Close);
    }
    let color = stroke.color.clone();
    Some(Primitive::Shape {
        object_id: 0,
        shape_id: None,
        name: "line end".to_owned(),
        x: left,
        y: top,
        w,
        h,
        geometry: "custom".to_owned(),
        path,
        geometry_fallback: false,
        clip: None,
        even_odd: false,
        adjust_values: Default::default(),
        fill: is_closed.then_some(Paint::Solid { color }),
        stroke: (!is_closed).then(|| Stroke {
            dashed: false,
            head_end: None,
            tail_end: None,
            ..stroke.clone()
        }),
        shadow: None,
        transform: Transform::default(),
    })
}

/// Corners of the polygon that is drawn for a round end, which has only a few pixels.
const CORNERS: u32 = 24;

/// The arrowhead at the tip of a line; `None` for a kind that is not known.
fn head(end: &StrokeEnd, stroke: &Stroke, (at, direction): (At, At)) -> Option<Primitive> {
    let (length, half) = (end.length, end.width / 2.0);
    let outline = match end.kind.as_str() {
        "triangle" => vec![at, at.moved(direction, -length, half), at.moved(direction, -length, -half)],
        "stealth" => vec![
            at,
            at.moved(direction, -length, half),
            at.moved(direction, -length * 0.6, 0.0),
            at.moved(direction, -length, -half),
        ],
        "diamond" => vec![
            at.moved(direction, length / 2.0, 0.0),
            at.moved(direction, 0.0, half),
            at.moved(direction, -length / 2.0, 0.0),
            at.moved(direction, 0.0, -half),
        ],
        "oval" => (0..CORNERS)
            .map(|corner| {
                let angle = std::f32::consts::TAU * corner as f32 / CORNERS as f32;
                at.moved(direction, angle.cos() * length / 2.0, angle.sin() * half)
            })
            .collect(),
        "arrow" => {
            let open = [at.moved(direction, -length, half), at, at.moved(direction, -length, -half)];
            return shape(&open, false, stroke);
        }
        _ => return None,
    };
    shape(&outline, true, stroke)
}

/// Pixels by which a line is shortened at an arrowhead, so that its wide end does not protrude beside the pointed tip.
fn set_back(end: &StrokeEnd) -> f32 {
    match end.kind.as_str() {
        "triangle" => end.length * 0.8,
        "stealth" => end.length * 0.5,
        _ => 0.0,
    }
}

/// Shortens a path at its start or end by `by` pixels, if it is straight and longer than that. `w`, `h`: pixels of its box.
fn shorten(path: &mut [GeometryPathCommand], at_start: bool, by: f32, w: f32, h: f32) {
    let ends = path.len();
    if by <= 0.0 || ends < 2 {
        return;
    }
    let (end, before) = if at_start { (0, 1) } else { (ends - 1, ends - 2) };
    let straight = |index: usize| matches!(path[index], GeometryPathCommand::Line { .. } | GeometryPathCommand::Move { .. });
    if !straight(end) || !straight(before) {
        return;
    }
    let (Some(&(x, y)), Some(&(fx, fy))) = (points(&path[end]).last(), points(&path[before]).last()) else {
        return;
    };
    let (dx, dy) = ((x - fx) as f32 * w, (y - fy) as f32 * h);
    let length = dx.hypot(dy);
    if length <= by {
        return;
    }
    let share = f64::from(by / length);
    let (nx, ny) = (x - (x - fx) * share, y - (y - fy) * share);
    path[end] = match path[end] {
        GeometryPathCommand::Move { .. } => GeometryPathCommand::Move { x: nx, y: ny },
        _ => GeometryPathCommand::Line { x: nx, y: ny },
    };
}

/// The arrowheads of a line, which is shortened at pointed ones. Empty for a closed path.
fn ends_of(primitive: &mut Primitive) -> Vec<Primitive> {
    let Primitive::Shape { x, y, w, h, path, stroke: Some(stroke), transform, .. } = primitive else {
        return Vec::new();
    };
    if (stroke.head_end.is_none() && stroke.tail_end.is_none())
        || path.iter().any(|command| matches!(command, GeometryPathCommand::Close))
    {
        return Vec::new();
    }
    let frame = Frame { x: *x, y: *y, w: *w, h: *h, transform: *transform };
    let placed: Vec<At> = path.iter().flat_map(points).map(|(x, y)| frame.place(x, y)).collect();
    let mut ends = Vec::new();
    if let Some(end) = &stroke.head_end
        && let Some(at) = tip(placed.iter().copied())
    {
        ends.extend(head(end, stroke, at));
        shorten(path, true, set_back(end), *w, *h);
    }
    if let Some(end) = &stroke.tail_end
        && let Some(at) = tip(placed.iter().rev().copied())
    {
        ends.extend(head(end, stroke, at));
        shorten(path, false, set_back(end), *w, *h);
    }
    ends
}

/// Adds the arrowheads of all lines to a display list, each on top of its line.
pub fn add_arrowheads(list: &mut SurfaceDisplayList) {
    let primitives = std::mem::take(&mut list.primitives);
    list.primitives.reserve(primitives.len());
    for mut primitive in primitives {
        let ends = ends_of(&mut primitive);
        list.primitives.push(primitive);
        list.primitives.extend(ends);
    }
}
