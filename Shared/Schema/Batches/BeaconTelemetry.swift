/// What a beacon last said about itself; what it never said is absent. Flat in the entry's JSON object.
public struct BeaconTelemetry: Hashable, Sendable {
    /// One value.
    public struct Value: Hashable, Sendable {
        public var field: TelemetryField
        /// In units of 10^−decimals of the field.
        public var number: Int64
    }

    /// The values, one for each field, in the order of the fields' numbers.
    public private(set) var values: [Value] = []

    /// Nothing said.
    public init() {}

    /// What the values of a report say.
    public init(_ report: borrowing TelemetryValues) {
        for index in 0..<Int(report.count) {
            if let value = report[index] { self[value.field] = value.number }
        }
    }

    public var isEmpty: Bool { values.isEmpty }

    /// The number of a field in units of 10^−decimals; nil if it was never said. Impossible numbers are kept as none.
    public subscript(field: TelemetryField) -> Int64? {
        get { values.first { $0.field == field }?.number }
        set {
            let place = values.firstIndex { $0.field.rawValue >= field.rawValue } ?? values.count
            let isThere = place < values.count && values[place].field == field
            guard let newValue, field.range.contains(newValue) else {
                if isThere { values.remove(at: place) }
                return
            }
            if isThere {
                values[place].number = newValue
            } else {
                values.insert(Value(field: field, number: newValue), at: place)
            }
        }
    }

    /// The value of a field in its unit; nil if it was never said.
    public func measured(_ field: TelemetryField) -> Double? {
        self[field].map { field.measured($0) }
    }

    /// Sets a value in the field's unit, rounded to its decimals.
    public mutating func measure(_ field: TelemetryField, _ value: Double?) {
        self[field] = value.flatMap { field.number($0) }
    }
}

extension BeaconTelemetry {
    /// Battery charge, %.
    public var battery: Double? {
        get { measured(.battery) }
        set { measure(.battery, newValue) }
    }
    /// Battery voltage, mV.
    public var batteryMillivolts: Int64? {
        get { self[.batteryMillivolts] }
        set { self[.batteryMillivolts] = newValue }
    }
    /// °C.
    public var temperature: Double? {
        get { measured(.temperature) }
        set { measure(.temperature, newValue) }
    }
    /// Relative, %.
    public var humidity: Double? {
        get { measured(.humidity) }
        set { measure(.humidity, newValue) }
    }
    /// Counter of button presses.
    public var buttons: Int64? {
        get { self[.buttons] }
        set { self[.buttons] = newValue }
    }
    /// Counter of motions.
    public var motions: Int64? {
        get { self[.motions] }
        set { self[.motions] = newValue }
    }
}

extension TelemetryField {
    /// A stored number in the field's unit.
    public func measured(_ number: Int64) -> Double { Double(number) / Double(scale) }

    /// A value as the number to store, rounded; nil for what is not finite or beyond any range.
    public func number(_ value: Double) -> Int64? {
        let scaled = (value * Double(scale)).rounded()
        return scaled.isFinite && abs(scaled) < 9e15 ? Int64(scaled) : nil
    }

    /// 10^decimals.
    @inlinable
    public var scale: Int64 {
        var scale: Int64 = 1
        for _ in 0..<definition.decimals { scale *= 10 }
        return scale
    }
}
