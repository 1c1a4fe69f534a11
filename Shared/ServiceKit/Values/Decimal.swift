/// Decimal numbers as text.
enum Decimal {
    /// What a number may be written with: no hexadecimal, `nan` or `inf`.
    static let bytes = Array("0123456789+-.eE".utf8)

    /// Without a fraction where there is none.
    static func text(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return String(whole) }
        return "\(value)"
    }
}
