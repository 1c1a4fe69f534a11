/// RFC 3339, section 5.6: written in UTC with milliseconds, read with any offset and up to nine fraction digits.
extension WallTime: LosslessStringConvertible {
    /// Number of bytes of the written form, `2026-11-30T17:14:00.000Z`.
    static let textLength = 24

    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            withUnsafeBytes { byte, index in buffer[index] = byte }
            return Self.textLength
        }
    }

    /// Gives the 24 bytes of the text form one after the other; no allocation.
    @inline(__always)
    func withUnsafeBytes(_ put: (UInt8, Int) -> Void) {
        let dayLength: Int64 = 86_400_000
        let shifted = milliseconds - Self.least
        let (year, month, day) = Self.date(ofDay: shifted / dayLength)
        let rest = shifted % dayLength
        func digits(_ value: Int64, _ count: Int, at index: Int) {
            var value = value
            var position = index + count
            while position > index {
                position -= 1
                put(UInt8(truncatingIfNeeded: 48 + value % 10), position)
                value /= 10
            }
        }
        digits(year, 4, at: 0)
        put(UInt8(ascii: "-"), 4)
        digits(month, 2, at: 5)
        put(UInt8(ascii: "-"), 7)
        digits(day, 2, at: 8)
        put(UInt8(ascii: "T"), 10)
        digits(rest / 3_600_000, 2, at: 11)
        put(UInt8(ascii: ":"), 13)
        digits(rest / 60_000 % 60, 2, at: 14)
        put(UInt8(ascii: ":"), 16)
        digits(rest / 1_000 % 60, 2, at: 17)
        put(UInt8(ascii: "."), 19)
        digits(rest % 1_000, 3, at: 20)
        put(UInt8(ascii: "Z"), 23)
    }

    /// Reads an RFC 3339 time; nil for anything else, an impossible date, or a leap second in the middle of a day.
    public init?(_ text: String) {
        var text = text
        guard let time = text.withUTF8({ WallTime(bytes: $0) }) else { return nil }
        self = time
    }

    init?(bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 20, bytes.count <= 35 else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            var value: Int64 = 0
            for index in range {
                guard bytes[index] >= 48, bytes[index] <= 57 else { return nil }
                value = value * 10 + Int64(bytes[index] - 48)
            }
            return value
        }
        func has(_ characters: StaticString, at index: Int) -> Bool {
            for offset in 0..<characters.utf8CodeUnitCount where bytes[index] == characters.utf8Start[offset] {
                return true
            }
            return false
        }
        guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
            let day = number(8..<10), has("Tt", at: 10), let hour = number(11..<13), has(":", at: 13),
            let minute = number(14..<16), has(":", at: 16), let second = number(17..<19)
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year), hour < 24, minute < 60,
            second < 60 || (second == 60 && minute == 59)
        else { return nil }
        var index = 19
        var fraction: Int64 = 0
        if has(".", at: index) {
            index += 1
            let start = index
            var scale: Int64 = 100
            while index < bytes.count, bytes[index] >= 48, bytes[index] <= 57 {
                fraction += Int64(bytes[index] - 48) * scale
                scale /= 10
                index += 1
            }
            guard index > start, index - start <= 9 else { return nil }
        }
        var offset: Int64 = 0
        guard index < bytes.count else { return nil }
        if has("Zz", at: index) {
            index += 1
        } else {
            guard has("+-", at: index), index + 6 == bytes.count, let hours = number(index + 1..<index + 3),
                has(":", at: index + 3), let minutes = number(index + 4..<index + 6), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (bytes[index] == UInt8(ascii: "-") ? -60_000 : 60_000)
            index += 6
        }
        guard index == bytes.count else { return nil }
        let day0 = Self.day(year: year, month: month, day: day)
        let value = ((day0 * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + fraction - offset
        self.init(milliseconds: value + Self.least)
        guard value >= 0, milliseconds == value + Self.least else { return nil }
    }

    static func isLeap(_ year: Int64) -> Bool {
        (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    }

    static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 0000-01-01 of the proleptic Gregorian calendar, counted from years that begin in March.
    static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
        let fromMarch = (month + 9) % 12
        // One cycle of 400 years ahead, so that January of the year 0 does not become negative.
        let year = year + 400 - (month <= 2 ? 1 : 0)
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (fromMarch * 153 + 2) / 5 + day - 1
        return days - (400 * 365 + 97 - 60)
    }

    static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let cycle: Int64 = 400 * 365 + 97
        // Counted from 1 March of the year -400: see `day(year:month:day:)`.
        let shifted = day + cycle - 60
        let cycles = shifted / cycle
        let inCycle = shifted % cycle
        let yearInCycle = (inCycle - inCycle / 1_460 + inCycle / 36_524 - inCycle / 146_096) / 365
        let inYear = inCycle - (yearInCycle * 365 + yearInCycle / 4 - yearInCycle / 100)
        let fromMarch = (inYear * 5 + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        let year = cycles * 400 + yearInCycle - 400 + (month <= 2 ? 1 : 0)
        return (year, month, inYear - (fromMarch * 153 + 2) / 5 + 1)
    }
}
