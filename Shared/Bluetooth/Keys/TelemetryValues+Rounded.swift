internal import Schema

extension TelemetryValues {
    /// Notes a value in the field's unit, rounded to its decimals; what is no number or far beyond is dropped.
    mutating func setRounded(_ field: TelemetryField, _ value: Double) {
        var scaled = value
        for _ in 0..<field.definition.decimals { scaled *= 10 }
        guard scaled.magnitude < 9e15 else { return }
        set(field, Int64(scaled.rounded()))
    }
}
