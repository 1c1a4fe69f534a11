internal import Schema

extension TelemetryValues {
    /// Notes a value in the field's unit, rounded to its decimals; what is no number or far beyond is dropped.
    mutating func setRounded(_ field: TelemetryField, _ value: Double) {
        if let number = field.number(value) { set(field, number) }
    }
}
