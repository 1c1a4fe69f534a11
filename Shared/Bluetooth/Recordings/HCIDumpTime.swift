/// The time stamps of `hcidump -t`: `2026-11-30 16:04:13.641794 `. Local time of that machine, taken as UTC.
enum HCIDumpTime {
    /// Microseconds since 1970, and what follows the stamp; nil where the text does not begin with one.
    static func parse(_ text: ArraySlice<UInt8>) -> (time: Int64, rest: ArraySlice<UInt8>)? {
        var rest = text
        guard let year = number(&rest, digits: 4, then: "-"), let month = number(&rest, digits: 2, then: "-"),
            let day = number(&rest, digits: 2, then: " "), let hour = number(&rest, digits: 2, then: ":"),
            let minute = number(&rest, digits: 2, then: ":"), let second = number(&rest, digits: 2, then: "."),
            let micros = number(&rest, digits: 6, then: " "),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        let seconds = (days(year, month, day) * 24 + hour) * 3_600 + minute * 60 + second
        return (seconds * 1_000_000 + micros, rest)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int, then end: Unicode.Scalar) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = rest.popFirst(), digit >= 0x30, digit <= 0x39 else { return nil }
            value = value * 10 + Int64(digit - 0x30)
        }
        return rest.popFirst() == UInt8(ascii: end) ? value : nil
    }

    /// Days from 1970-01-01 in the Gregorian calendar.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        // Counted from March, so that the leap day is the last of its year.
        let shifted = month > 2 ? year : year - 1
        let fromMarch = (month + 9) % 12
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * fromMarch + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
