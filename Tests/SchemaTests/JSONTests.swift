import Foundation
import Schema
import Support
import Testing

@Suite("JSON")
struct JSONTests {
    static let legalTexts: [(String, JSONValue)] = [
        ("null", JSONValue.null), (" true ", true), ("\t\r\n-0", .number(-0.0)), ("0", 0), ("-17", -17),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", 1.5), ("1e2", .number(100)),
        ("1E+2", .number(100)), ("12.5e-1", 1.25), ("0.1", 0.1), ("123456789.123456789", 123_456_789.123_456_789),
        ("2.2250738585072014e-308", 2.2250738585072014e-308), ("1e-400", .number(0)),
        (#""""#, ""), (#""a\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, "a\"\\/\u{8}\u{c}\n\r\té😀"), (#""é😀""#, "é😀"),
        ("[]", []), ("[1,[2],{}]", [1, [2], [:]]), (#"{"a":{"b":[null]}}"#, ["a": ["b": [nil]]]),
        ("\"\u{7f}\"", "\u{7f}"), (#""\u0000""#, "\u{0}"),
    ]

    @Test("Legal texts are read", arguments: legalTexts)
    func legal(text: String, value: JSONValue) throws {
        #expect(try JSONValue.parse(text: text) == value)
    }

    @Test(
        "R18: anything else is refused with the place and the reason",
        arguments: [
            "", " ", "nul", "truex", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x10", "Infinity", "NaN", "1e400",
            "\"", "\"a", #""\x""#, #""\u12""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "\"\u{1}\"", "\"\n\"",
            "[", "[1", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "{1:1}",
            "{\"a\":1,\"a\":2}", #"{"a":1,"\u0061":2}"#, "1 2", "{}{}", "/* */1", "[1]x", "'a'", "\u{feff}1",
            String(repeating: "[", count: 17) + String(repeating: "]", count: 17),
            "1" + String(repeating: "0", count: 500),
        ])
    func illegal(text: String) {
        let error = #expect(throws: BeaconBusError.self) { try JSONValue.parse(text: text) }
        #expect(error?.code == .messageInvalid)
        #expect(error?.reason.contains(" at byte ") == true)
    }

    @Test(
        "R10: invalid UTF-8 is refused",
        arguments: [
            [0x80], [0xc0, 0x80], [0xc1, 0xbf], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x80, 0x80, 0x80],
            [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98],
            [0xc3, 0x28],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        #expect(throws: BeaconBusError.self) { try JSONValue.parse([0x22] + bytes + [0x22]) }
    }

    @Test("R12: a text beyond its limit is refused unread")
    func tooLong() {
        let error = #expect(throws: BeaconBusError.self) { try JSONValue.parse(text: "[1,2,3]", maximumBytes: 6) }
        #expect(error?.code == .messageTooLarge)
    }

    @Test("Random values are read as they were written, compact and indented, and Foundation agrees")
    func roundTrip() throws {
        let seed: UInt64 = 11
        var source = BatchSource(generator: SeededGenerator(seed: seed))
        func value(_ depth: Int) -> JSONValue {
            switch source.number(0...(depth > 0 ? 7 : 5)) {
            case 0: .null
            case 1: .bool(source.chance())
            case 2: .integer(Int64(bitPattern: source.generator.next()))
            case 3: .number(source.double(-1e6...1e6) + 0.125)
            case 4: .string(source.text())
            case 5: .integer(source.number(-9...9))
            case 6: .array((0..<source.number(0...4)).map { _ in value(depth - 1) })
            default:
                .object(
                    Dictionary(
                        (0..<source.number(0...4)).map { _ in (source.text(), value(depth - 1)) },
                        uniquingKeysWith: { $1 }))
            }
        }
        for round in 0..<3_000 {
            let value = value(5)
            try #require(try JSONValue.parse(value.bytes) == value, "seed \(seed), round \(round)")
            try #require(try JSONValue.parse(text: value.prettyDescription) == value, "seed \(seed), round \(round)")
            let foreign = try JSONDecoder().decode(JSONValue.self, from: Data(value.bytes))
            try #require(same(foreign, value), "seed \(seed), round \(round)")
            #expect(value.bytes == (try JSONValue.parse(JSONEncoder().encode(value))).bytes)
        }
    }

    /// Foundation keeps no difference between 1 and 1.0.
    private func same(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { same($0, $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count && left.allSatisfy { key, value in right[key].map { same(value, $0) } ?? false }
        case (.integer, _), (.number, _): left.doubleValue == right.doubleValue
        default: left == right
        }
    }

    @Test("R18: random bytes and mutated texts crash nothing")
    func mutations() {
        var source = BatchSource(generator: SeededGenerator(seed: 12))
        let seedText = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00",true,null,{"b":"€"}],"c":{}}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = seedText
            for _ in 0..<source.number(1...6) {
                let at = Int(source.number(0...Int64(bytes.count - 1)))
                if source.chance() {
                    bytes[at] = UInt8(truncatingIfNeeded: source.generator.next())
                } else {
                    bytes.remove(at: at)
                }
            }
            if let value = try? JSONValue.parse(bytes) {
                #expect((try? JSONValue.parse(value.bytes)) == value)
            }
        }
    }
}
