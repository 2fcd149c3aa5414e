//! Dates and times by the codes of spreadsheets (`formatCode` of ECMA-376), such as `mmm yy`, with English names.

const MONTHS: [&str; 12] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
];
const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/// Days from 1899-12-30, from which spreadsheets count, to 1970-01-01.
const EPOCH_DAYS: i64 = 25_569;
const SECONDS_OF_DAY: i64 = 86_400;
/// The last day of the year 9999.
const LAST_DAY: f64 = 2_958_465.0;

/// The year, month (1 to 12) and day of a number of days since 1970-01-01, in the Gregorian calendar.
fn civil(days: i64) -> (i64, usize, i64) {
    // Years are counted from March, so that the day of a leap year is their last.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month as usize, day)
}

/// Part of a code: a run of one letter, or a text.
enum Part {
    Field(char, usize),
    Text(String),
}

/// The parts of the first section of a code. `None` for a code that is not that of a date or a time.
fn parts(code: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut is_date = false;
    let mut rest = code;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        rest = after;
        match character.to_ascii_lowercase() {
            ';' => break,
            '"' => {
                let (text, end) = after.split_once('"').unwrap_or((after, ""));
                parts.push(Part::Text(text.to_owned()));
                rest = end;
            }
            '[' => rest = after.split_once(']')?.1,
            '\\' | '_' | '*' => {
                let literal = after.chars().next();
                rest = &after[literal.map_or(0, char::len_utf8)..];
                if let (Some(literal), '\\') = (literal, character) {
                    parts.push(Part::Text(literal.to_string()));
                }
            }
            'a' if after.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("m/pm")) => {
                parts.push(Part::Field('a', 1));
                rest = &after[4..];
            }
            field @ ('y' | 'm' | 'd' | 'h' | 's') => {
                let more = after.chars().take_while(|next| next.eq_ignore_ascii_case(&field)).count();
                parts.push(Part::Field(field, more + 1));
                rest = &after[more..];
                is_date = true;
            }
            '0' | '#' | '?' | 'e' | 'g' | '%' | '@' => return None,
            _ => parts.push(Part::Text(character.to_string())),
        }
    }
    is_date.then_some(parts)
}

/// A number of days since 1899-12-30 in the format of a code. `None` for a code that is not that of a date or a time.
pub(crate) fn format(value: f64, code: &str) -> Option<String> {
    if !(0.0..=LAST_DAY).contains(&value) {
        return None;
    }
    let parts = parts(code)?;
    let seconds = (value * SECONDS_OF_DAY as f64).round() as i64;
    let (days, time) = (seconds.div_euclid(SECONDS_OF_DAY) - EPOCH_DAYS, seconds.rem_euclid(SECONDS_OF_DAY));
    let (year, month, day) = civil(days);
    let weekday = WEEKDAYS[(days + 4).rem_euclid(7) as usize];
    let has_halves = parts.iter().any(|part| matches!(part, Part::Field('a', _)));
    let hour = match (has_halves, time / 3600) {
        (true, hour) => (hour + 11) % 12 + 1,
        (false, hour) => hour,
    };
    let padded = |number: i64, letters: usize| if letters > 1 { format!("{number:02}") } else { number.to_string() };
    let fields: Vec<Option<char>> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Field(letter, _) => Some(Some(*letter)),
            Part::Text(_) => None,
        })
        .collect();
    let mut out = String::new();
    let mut at = 0;
    for part in &parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Field(letter, letters) => {
                // The letter of months is that of minutes behind hours and before seconds.
                let is_minute = *letter == 'm'
                    && *letters < 3
                    && (at > 0 && fields[at - 1] == Some('h') || fields.get(at + 1) == Some(&Some('s')));
                out.push_str(&match (letter, letters) {
                    ('y', 1 | 2) => format!("{:02}", year % 100),
                    ('y', _) => year.to_string(),
                    ('m', letters) if is_minute => padded(time / 60 % 60, *letters),
                    ('m', 1 | 2) => padded(month as i64, *letters),
                    ('m', 3) => MONTHS[month - 1][..3].to_owned(),
                    ('m', 5) => MONTHS[month - 1][..1].to_owned(),
                    ('m', _) => MONTHS[month - 1].to_owned(),
                    ('d', 1 | 2) => padded(day, *letters),
                    ('d', 3) => weekday[..3].to_owned(),
                    ('d', _) => weekday.to_owned(),
                    ('h', letters) => padded(hour, *letters),
                    ('s', letters) => padded(time % 60, *letters),
                    _ => if time < SECONDS_OF_DAY / 2 { "AM" } else { "PM" }.to_owned(),
                });
                at += 1;
            }
        }
    }
    Some(out.trim().to_owned())
}
