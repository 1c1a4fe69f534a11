extension ValueType where Value == Bool {
    /// `true` or `false`.
    public static var boolean: ValueType {
        ValueType(
            scalar: "true or false",
            read: { text in
                switch text {
                case "true": true
                case "false": false
                default: nil
                }
            }, render: { $0 ? "true" : "false" })
    }
}

extension ValueType where Value == Int {
    /// A whole number in `range`.
    public static func integer(_ range: ClosedRange<Int>) -> ValueType {
        ValueType(
            scalar: range.upperBound == .max
                ? "a whole number of at least \(range.lowerBound)"
                : "a whole number from \(range.lowerBound) to \(range.upperBound)",
            read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
            render: { String($0) })
    }
}

extension ValueType where Value == Double {
    /// A decimal number in `range`.
    public static func number(_ range: ClosedRange<Double>) -> ValueType {
        ValueType(
            scalar: "a number from \(Decimal.text(range.lowerBound)) to \(Decimal.text(range.upperBound))",
            read: { text in
                guard text.utf8.allSatisfy({ Decimal.bytes.contains($0) }), let value = Double(text),
                    range.contains(value)
                else { return nil }
                return value
            }, render: { Decimal.text($0) })
    }
}

extension ValueType where Value == String {
    /// Free text of 1 … `limit` characters without control characters.
    public static func text(limit: Int = 256) -> ValueType {
        text(expected: "text of at most \(limit) characters") { text in
            text.count <= limit && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
        }
    }

    /// Text that passes `accepts`. `expected` completes the sentence "expected …".
    public static func text(expected: String, accepts: @escaping @Sendable (String) -> Bool) -> ValueType {
        ValueType(
            scalar: expected, read: { !$0.isEmpty && accepts($0) ? $0 : nil },
            render: { ScalarText.yaml($0) })
    }

    /// The path of a file or folder; not checked for existence.
    public static var path: ValueType {
        text(expected: "a path") { !$0.utf8.contains(0) && $0.utf8.count < 4096 }
    }
}

extension ValueType {
    /// One of the raw values of an enumeration, in its order.
    public static func choice() -> ValueType
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        let names = Value.allCases.map(\.rawValue)
        return ValueType(
            scalar: Self.choices(names), read: { Value(rawValue: $0) }, render: { $0.rawValue })
    }

    private static func choices(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
