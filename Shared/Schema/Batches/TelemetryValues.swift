/// What one report says about a sensor: at most ``capacity`` values in place, nothing allocated.
public struct TelemetryValues: Sendable {
    /// The most values it holds; further ones are dropped and counted.
    public static let capacity = 12

    /// How many values there are.
    public private(set) var count: UInt8 = 0
    /// Values that found no room or were impossible.
    public private(set) var dropped: UInt8 = 0
    private var fields = InlineArray<12, UInt8>(repeating: 0)
    private var numbers = InlineArray<12, Int64>(repeating: 0)

    /// No values.
    @inlinable
    public init() {}

    public var isEmpty: Bool { count == 0 }

    /// Forgets all values.
    public mutating func removeAll() {
        count = 0
        dropped = 0
    }

    /// Notes a value in units of 10^−decimals of the field. The first value of a field stays; impossible ones and those
    /// beyond the capacity are dropped and counted.
    public mutating func set(_ field: TelemetryField, _ number: Int64) {
        guard field.definition.range.contains(number) else {
            dropped &+= dropped < .max ? 1 : 0
            return
        }
        guard self[field] == nil else { return }
        guard count < Self.capacity else {
            dropped &+= dropped < .max ? 1 : 0
            return
        }
        fields[Int(count)] = field.rawValue
        numbers[Int(count)] = number
        count += 1
    }

    /// Notes on or off.
    public mutating func set(_ field: TelemetryField, _ flag: Bool) { set(field, flag ? 1 : 0) }

    /// Replaces or adds a value; false if there was no room.
    @discardableResult
    public mutating func replace(_ field: TelemetryField, _ number: Int64) -> Bool {
        for index in 0..<Int(count) where fields[index] == field.rawValue {
            numbers[index] = number
            return true
        }
        let before = count
        set(field, number)
        return count > before
    }

    /// The number of a field; nil if it is not there.
    public subscript(field: TelemetryField) -> Int64? {
        for index in 0..<Int(count) where fields[index] == field.rawValue { return numbers[index] }
        return nil
    }

    /// The value at an index below ``count``, in the order they were set.
    public subscript(index: Int) -> (field: TelemetryField, number: Int64)? {
        guard index >= 0, index < Int(count), let field = TelemetryField(rawValue: fields[index]) else { return nil }
        return (field, numbers[index])
    }
}
