import Bluetooth
import Schema

/// Turns lines of hexadecimal into JSON objects. Keeps fragments of advertisements between lines of events.
struct LineDecoder {
    /// Lines that were not hexadecimal, or no event.
    private(set) var unreadable = 0

    private let events: Bool
    private var lineNumber: Int64 = 0
    private var parser = HCIEventParser(deliversFragments: true)
    private var decoder = SightingDecoder()

    /// With `events`, lines are HCI events, else advertising data.
    init(events: Bool) {
        self.events = events
    }

    /// The objects of one line: one for advertising data; for an event, one for each report.
    mutating func decode(_ line: some Collection<UInt8>) -> [JSONValue] {
        lineNumber += 1
        let bytes: [UInt8]
        do {
            bytes = try HexLine.parse(line)
        } catch {
            return [unreadable("character \(error.offset + 1): \(error.description)")]
        }
        guard events else { return [.object(bytes.withUnsafeBytes { AdvertisementJSON.members($0, &decoder) })] }
        switch bytes.first {
        case 0x04: return decode(event: bytes.dropFirst())
        case 0x3e: return decode(event: bytes[...])
        default: return [unreadable("an HCI event begins with 04 (its packet type) or 3e (LE)")]
        }
    }

    private mutating func unreadable(_ reason: String) -> JSONValue {
        unreadable += 1
        let error: JSONValue = ["kind": "unreadable", "reason": .string(reason)]
        return ["line": .integer(lineNumber), "format": nil, "error": error]
    }

    private mutating func decode(event: ArraySlice<UInt8>) -> [JSONValue] {
        var objects: [JSONValue] = []
        let problem = event.withUnsafeBytes { bytes in
            parser.parse(bytes) { objects.append(.object(AdvertisementJSON.members(report: $0, &decoder))) }
        }
        if let problem {
            let error: JSONValue = ["kind": .string("\(problem)"), "reason": .string(problem.description)]
            objects.append(["line": .integer(lineNumber), "format": nil, "error": error])
        }
        return objects
    }
}
