//! Numbers as CSV: a line of names with their units, then a line for each thing.

use std::fmt::Arguments;

/// A table that grows. Numbers are as short as brings back the same bits; what is not known is left empty.
pub(in crate::figure) struct Csv(String);

impl Csv {
    /// A table with these columns, separated by commas.
    pub(in crate::figure) fn new(columns: &str) -> Self {
        Self(format!("{columns}\n"))
    }

    /// Adds a line. Zero has no sign.
    pub(in crate::figure) fn line(&mut self, fields: Arguments<'_>) {
        let line = fields.to_string();
        // A text in quotes may hold commas; every second part is such a text.
        let parts = line.split('"').enumerate().map(|(index, part)| {
            let fields = part.split(',').map(without_sign_of_zero);
            match index % 2 {
                0 => fields.collect::<Vec<_>>().join(","),
                _ => part.to_owned(),
            }
        });
        self.0 += &parts.collect::<Vec<_>>().join("\"");
        self.0.push('\n');
    }

    /// The text.
    pub(in crate::figure) fn finish(self) -> String {
        self.0
    }
}

fn without_sign_of_zero(field: &str) -> &str {
    let is_zero =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|b| matches!(b, b'0' | b'.'));
    field
        .strip_prefix('-')
        .filter(|digits| is_zero(digits))
        .unwrap_or(field)
}

/// A number, empty where it is not known.
pub(in crate::figure) fn known(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// A text as a field, in quotes where it needs them.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::Csv;

    #[test]
    fn zero_has_no_sign() {
        let mut table = Csv::new("unit,z,u");
        table.line(format_args!("{},{},{:.2}", "-0a", -0.0_f32, -0.5));
        table.line(format_args!("{:.1},{},", -0.0, -1e-9_f32));
        table.line(format_args!("\"a,-0,\"\",-0,b\",{},{}", 1, -0.0));
        let lines = "unit,z,u\n-0a,0,-0.50\n0.0,-0.000000001,\n\"a,-0,\"\",-0,b\",1,0\n";
        assert_eq!(table.finish(), lines);
    }
}
