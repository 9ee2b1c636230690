//! The table of all tasks as a Parquet file: each column with its type.

use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Stored};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use serde_json::Value;

use super::folder::SweepFolder;
use super::results::{TaskRow, rows};
use super::setting::shown;
use crate::VERSION;
use crate::engine::FileError;
use crate::telemetry::MOST_EXACT;

/// The values of a column.
enum Column {
    Whole(Vec<i64>),
    /// Where some are above those of [`Self::Whole`].
    Unsigned(Vec<u64>),
    /// Null where not known.
    Number(Vec<Option<f64>>),
    Flag(Vec<bool>),
    Text(Vec<String>),
}

/// The table of [`results_table`](super::results_table) as a Parquet file: whole numbers as INT64, or as UINT_64 where
/// one of them needs that, other numbers as DOUBLE, null where a measure is not known, true and false as BOOLEAN, and all else as
/// text.
///
/// # Errors
/// When the table cannot be encoded.
pub fn results_parquet(folder: &SweepFolder) -> std::result::Result<Vec<u8>, FileError> {
    let table = columns(folder, &rows(folder));
    written(&table).map_err(|error| FileError::new(folder.path(), error))
}

/// The columns with their names.
fn columns(folder: &SweepFolder, rows: &[TaskRow]) -> Vec<(String, Column)> {
    let tasks = (0..rows.len()).map(|index| index as i64).collect();
    let states = rows.iter().map(|row| row.state.to_owned()).collect();
    let mut columns = vec![
        ("task".to_owned(), Column::Whole(tasks)),
        ("state".to_owned(), Column::Text(states)),
    ];
    let sweep = folder.sweep();
    for (at, name) in sweep.settings().iter().enumerate() {
        let values = (0..rows.len()).map(|index| &sweep.values(index)[at]);
        columns.push((
            name.clone(),
            Column::of_setting(&values.collect::<Vec<_>>()),
        ));
    }
    let empty = TaskRow::default();
    let names = empty.measured(sweep.settings());
    for (at, (name, _)) in names.enumerate() {
        let value = |row: &TaskRow| row.measured(sweep.settings()).nth(at)?.1;
        let values = rows.iter().map(value).collect();
        columns.push((name.to_owned(), Column::Number(values)));
    }
    columns
}

impl Column {
    /// Of the narrowest type that holds all values of a setting as they are.
    fn of_setting(values: &[&Value]) -> Self {
        fn all<T>(values: &[&Value], of: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
            values.iter().map(|value| of(value)).collect()
        }
        let number = |value: &Value| match value.as_i64() {
            Some(whole) => (whole.unsigned_abs() <= MOST_EXACT).then_some(whole as f64),
            None => value.as_f64().filter(|_| value.is_f64()),
        };
        if let Some(whole) = all(values, Value::as_i64) {
            return Self::Whole(whole);
        }
        if let Some(unsigned) = all(values, Value::as_u64) {
            return Self::Unsigned(unsigned);
        }
        if let Some(numbers) = all(values, number) {
            return Self::Number(numbers.into_iter().map(Some).collect());
        }
        match all(values, Value::as_bool) {
            Some(flags) => Self::Flag(flags),
            None => Self::Text(values.iter().map(|value| shown(value)).collect()),
        }
    }

    /// Its line in the schema.
    fn field(&self, name: &str) -> Result<TypePtr> {
        let (stored, repetition) = match self {
            Self::Whole(_) | Self::Unsigned(_) => (Stored::INT64, Repetition::REQUIRED),
            Self::Number(_) => (Stored::DOUBLE, Repetition::OPTIONAL),
            Self::Flag(_) => (Stored::BOOLEAN, Repetition::REQUIRED),
            Self::Text(_) => (Stored::BYTE_ARRAY, Repetition::REQUIRED),
        };
        let field = Type::primitive_type_builder(name, stored).with_repetition(repetition);
        let field = match self {
            Self::Unsigned(_) => field.with_converted_type(ConvertedType::UINT_64),
            Self::Text(_) => field.with_converted_type(ConvertedType::UTF8),
            _ => field,
        };
        Ok(Arc::new(field.build()?))
    }

    fn write(&self, writer: &mut SerializedColumnWriter<'_>) -> Result<()> {
        match self {
            Self::Whole(values) => writer.typed::<Int64Type>().write_batch(values, None, None),
            Self::Unsigned(values) => {
                // The same bits, which the schema says to be without a sign.
                let bits: Vec<i64> = values.iter().map(|value| value.cast_signed()).collect();
                writer.typed::<Int64Type>().write_batch(&bits, None, None)
            }
            Self::Number(values) => {
                let known: Vec<f64> = values.iter().flatten().copied().collect();
                let levels: Vec<i16> = values.iter().map(|v| i16::from(v.is_some())).collect();
                let writer = writer.typed::<DoubleType>();
                writer.write_batch(&known, Some(&levels), None)
            }
            Self::Flag(values) => writer.typed::<BoolType>().write_batch(values, None, None),
            Self::Text(values) => {
                let texts: Vec<_> = values
                    .iter()
                    .map(|text| ByteArray::from(text.as_str()))
                    .collect();
                let writer = writer.typed::<ByteArrayType>();
                writer.write_batch(&texts, None, None)
            }
        }?;
        Ok(())
    }
}

/// The bytes of the file.
fn written(columns: &[(String, Column)]) -> Result<Vec<u8>> {
    let fields = columns.iter().map(|(name, column)| column.field(name));
    let fields = fields.collect::<Result<Vec<_>>>()?;
    let schema = Type::group_type_builder("sweep")
        .with_fields(fields)
        .build()?;
    let properties = WriterProperties::builder().set_created_by(format!("cellscope {VERSION}"));
    let properties = Arc::new(properties.build());
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?;
    let mut group = file.next_row_group()?;
    for (_, column) in columns {
        // One for each field.
        let Some(mut writer) = group.next_column()? else {
            break;
        };
        column.write(&mut writer)?;
        writer.close()?;
    }
    group.close()?;
    file.into_inner()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_setting_has_the_narrowest_type_that_keeps_its_values() {
        let of = |values: Value| {
            let values = values.as_array().expect("a list").clone();
            Column::of_setting(&values.iter().collect::<Vec<_>>())
        };
        assert!(matches!(of(json!([0, 1, -2])), Column::Whole(values) if values == [0, 1, -2]));
        assert!(
            matches!(of(json!([1, 0.5])), Column::Number(values) if values == [Some(1.0), Some(0.5)])
        );
        assert!(
            matches!(of(json!([true, false])), Column::Flag(values) if values == [true, false])
        );
        let large = json!([18_446_744_073_709_551_615_u64, 1]);
        assert!(
            matches!(of(large), Column::Unsigned(values) if values == [18_446_744_073_709_551_615, 1])
        );
        let beyond = json!([18_446_744_073_709_551_615_u64, -1]);
        assert!(
            matches!(of(beyond), Column::Text(values) if values == ["18446744073709551615", "-1"])
        );
        let mixed = json!([9_007_199_254_740_993_i64, 0.5]);
        assert!(matches!(of(mixed), Column::Text(values) if values[0] == "9007199254740993"));
        assert!(
            matches!(of(json!([{ "simple": 4 }, "joint"])), Column::Text(values) if values == ["{\"simple\":4}", "joint"])
        );
    }
}
