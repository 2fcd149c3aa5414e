//! Outlines of elbow and curved connectors, by the formulas of their presets in ECMA-376 (presetShapeDefinitions).

use std::collections::HashMap;

use crate::GeometryPathCommand;
use GeometryPathCommand as C;

/// Limit of an adjustment, far beyond any slide: PowerPoint writes large ones for connectors that leave a small frame.
const MAX_ADJUSTMENT: f64 = 1e9;
const MIDDLE: f64 = 0.5;

fn line(x: f64, y: f64) -> C {
    C::Line { x, y }
}

fn curve((cp1x, cp1y): (f64, f64), (cp2x, cp2y): (f64, f64), (x, y): (f64, f64)) -> C {
    C::Cubic { cp1x, cp1y, cp2x, cp2y, x, y }
}

fn mean(a: f64, b: f64) -> f64 {
    (a + b) / 2.0
}

/// The outline of a connector, from the upper left to the lower right corner of its frame, whose sides are 1. `None` for another shape.
/// @param adjustments guide values divided by 100000
pub(crate) fn outline(shape: &str, adjustments: &HashMap<String, f64>) -> Option<Vec<C>> {
    let adjusted = |name: &str| {
        let value = adjustments.get(name).copied().filter(|value| value.is_finite());
        value.unwrap_or(MIDDLE).clamp(-MAX_ADJUSTMENT, MAX_ADJUSTMENT)
    };
    let (first, second, third) = (adjusted("adj1"), adjusted("adj2"), adjusted("adj3"));
    let way = match shape {
        "bentConnector2" => vec![line(1.0, 0.0)],
        "bentConnector3" => vec![line(first, 0.0), line(first, 1.0)],
        "bentConnector4" => vec![line(first, 0.0), line(first, second), line(1.0, second)],
        "bentConnector5" => vec![line(first, 0.0), line(first, second), line(third, second), line(third, 1.0)],
        "curvedConnector2" => return Some(vec![C::Move { x: 0.0, y: 0.0 }, curve((0.5, 0.0), (1.0, 0.5), (1.0, 1.0))]),
        "curvedConnector3" => {
            return Some(vec![
                C::Move { x: 0.0, y: 0.0 },
                curve((first / 2.0, 0.0), (first, 0.25), (first, 0.5)),
                curve((first, 0.75), (mean(first, 1.0), 1.0), (1.0, 1.0)),
            ]);
        }
        "curvedConnector4" => {
            let (before, middle) = (second / 2.0, mean(first, 1.0));
            return Some(vec![
                C::Move { x: 0.0, y: 0.0 },
                curve((first / 2.0, 0.0), (first, before / 2.0), (first, before)),
                curve((first, mean(before, second)), (mean(first, middle), second), (middle, second)),
                curve((mean(middle, 1.0), second), (1.0, mean(1.0, second)), (1.0, 1.0)),
            ]);
        }
        "curvedConnector5" => {
            let (before, middle, after) = (second / 2.0, mean(first, third), mean(1.0, second));
            return Some(vec![
                C::Move { x: 0.0, y: 0.0 },
                curve((first / 2.0, 0.0), (first, before / 2.0), (first, before)),
                curve((first, mean(before, second)), (mean(first, middle), second), (middle, second)),
                curve((mean(third, middle), second), (third, mean(after, second)), (third, after)),
                curve((third, mean(after, 1.0)), (mean(third, 1.0), 1.0), (1.0, 1.0)),
            ]);
        }
        _ => return None,
    };
    Some([vec![C::Move { x: 0.0, y: 0.0 }], way, vec![line(1.0, 1.0)]].concat())
}
