/// What one report says about a sensor: at most ``capacity`` values in place, nothing allocated.
public struct TelemetryValues: Sendable {
    /// The most values it holds; further ones are dropped and counted.
    public static let capacity = 12

    /// How many values there are.
    @inlinable
    public var count: UInt8 { UInt8(truncatingIfNeeded: used) }
    // A whole word, and not beside another small one: both cleared at once and read apart would stall the processor.
    @usableFromInline var used = 0
    // A bit for each field that is there.
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: UInt64 = 0
    @usableFromInline var fields = InlineArray<12, UInt8>(repeating: 0)
    @usableFromInline var numbers = InlineArray<12, Int64>(repeating: 0)
    /// Values that found no room or were impossible.
    @usableFromInline var lost: UInt8 = 0
    public var dropped: UInt8 { lost }

    /// No values.
    @inlinable
    public init() {}

    @inlinable
    public var isEmpty: Bool { used == 0 }

    /// Forgets all values.
    @inlinable
    public mutating func removeAll() {
        used = 0
        lost = 0
        low = 0
        high = 0
    }

    /// Notes a value in units of 10^−decimals of the field. The first value of a field stays; impossible ones and those
    /// beyond the capacity are dropped and counted.
    public mutating func set(_ field: TelemetryField, _ number: Int64) {
        let code = field.code
        guard field.range.contains(number) else {
            lost &+= lost < .max ? 1 : 0
            return
        }
        guard !has(code) else { return }
        guard used < Self.capacity else {
            lost &+= lost < .max ? 1 : 0
            return
        }
        append(code, number)
    }

    /// Notes a value that is possible by its layout, of a field that is not there yet: the short way for the decoders of
    /// fixed layouts. Beyond the capacity nothing happens.
    @inlinable @inline(__always)
    public mutating func append(_ field: TelemetryField, _ number: Int64) {
        append(field.rawValue, number)
    }

    @inlinable @inline(__always)
    mutating func append(_ code: UInt8, _ number: Int64) {
        guard used < Self.capacity else { return }
        fields[used] = code
        numbers[used] = number
        let bit = UInt64(1) << UInt64(code & 63)
        if code < 64 { low |= bit } else { high |= bit }
        used &+= 1
    }

    /// The same for on or off.
    @inlinable @inline(__always)
    public mutating func append(_ field: TelemetryField, _ flag: Bool) { append(field, flag ? 1 : 0) }

    /// Whether there is a value of the field.
    @inlinable @inline(__always)
    public func has(_ field: TelemetryField) -> Bool { has(field.rawValue) }

    @inlinable @inline(__always)
    func has(_ code: UInt8) -> Bool {
        (code < 64 ? low : high) >> UInt64(code & 63) & 1 != 0
    }

    /// Notes on or off.
    public mutating func set(_ field: TelemetryField, _ flag: Bool) { set(field, flag ? 1 : 0) }

    /// Replaces a value, or notes it as ``set(_:_:)`` does.
    public mutating func replace(_ field: TelemetryField, _ number: Int64) {
        for index in 0..<Int(count) where fields[index] == field.rawValue {
            numbers[index] = number
            return
        }
        set(field, number)
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
