/// The unit of an interface's time stamps (options if_tsresol and if_tsoffset).
struct PcapngResolution: Equatable {
    /// Powers of ten or of two below a second.
    private var exponent: UInt8 = 6
    private var isBinary = false
    /// Seconds to add.
    private var offset: Int64 = 0

    /// Reads an interface description's options; what cannot be read keeps its default (microseconds).
    init(options: ArraySlice<UInt8>, bigEndian: Bool) {
        var rest = options
        while rest.count >= 4 {
            let code = Self.number(rest.prefix(2), bigEndian)
            let length = Int(Self.number(rest.dropFirst(2).prefix(2), bigEndian))
            let value = rest.dropFirst(4).prefix(length)
            guard code != 0, value.count == length else { return }
            if code == 9, let first = value.first {
                isBinary = first & 0x80 != 0
                exponent = first & 0x7f
            } else if code == 14 && length == 8 {
                offset = Int64(bitPattern: Self.number(value, bigEndian))
            }
            rest = rest.dropFirst(4 + (length + 3) / 4 * 4)
        }
    }

    /// Microseconds since 1970; nil where they do not fit.
    func microseconds(_ ticks: UInt64) -> Int64? {
        let unsigned: UInt64
        if isBinary {
            guard exponent < 64 else { return nil }
            let (high, low) = ticks.multipliedFullWidth(by: 1_000_000)
            guard exponent == 0 || high >> UInt64(exponent) == 0 else { return nil }
            guard exponent > 0 || high == 0 else { return nil }
            unsigned = exponent == 0 ? low : low >> UInt64(exponent) | high << UInt64(64 - exponent)
        } else {
            guard exponent <= 18 else { return nil }
            let factor = Self.powerOfTen(exponent > 6 ? exponent - 6 : 6 - exponent)
            if exponent > 6 {
                unsigned = ticks / factor
            } else {
                let (product, overflow) = ticks.multipliedReportingOverflow(by: factor)
                guard !overflow else { return nil }
                unsigned = product
            }
        }
        let (shift, overflow) = offset.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow, let time = Int64(exactly: unsigned) else { return nil }
        let (sum, sumOverflow) = time.addingReportingOverflow(shift)
        return sumOverflow || sum.magnitude > 1 << 60 ? nil : sum
    }

    private static func powerOfTen(_ exponent: UInt8) -> UInt64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ bigEndian: Bool) -> UInt64 {
        bigEndian
            ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
