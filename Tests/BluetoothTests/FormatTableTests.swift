import Foundation
import Schema
import Testing

@testable import Bluetooth

/// The README's section on what is decoded, against the code's own lists.
@Suite struct FormatTableTests {
    private let section: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let start = try #require(text.range(of: "\n## What is decoded\n"))
        let rest = text[start.upperBound...]
        section = String(rest.prefix(upTo: rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex))
    }

    /// The formats of beacons; what they are known by is tested with their frames.
    private static let beacons = [
        "| iBeacon | manufacturer 0x004c, type 0x02 | `ibeacon-…` | |",
        "| AltBeacon | manufacturer, any, code 0xbeac | `altbeacon-…` | |",
        "| Eddystone UID | service 0xfeaa | `eddystone-…` | |",
        "| Eddystone URL, UriBeacon | service 0xfeaa, 0xfed8 | `eddystone-url-…` | |",
        "| Eddystone EID | service 0xfeaa | `eddystone-eid-…`, with its key `eddystone-eid-name-…` | |",
        "| Eddystone TLM, with its key encrypted TLM | service 0xfeaa | of the same address | "
            + "batteryMillivolts, temperature, advertisements, uptime |",
        "| a phone or watch whose identity resolving key is held | any | `irk-…` | |",
    ]

    private static func row(_ format: SensorFormat) -> String {
        let definition = format.definition
        let identity =
            switch definition.identity {
            case .frame: "`mac-…` of the frame"
            case .advertiser: "`mac-…` of the advertiser"
            case .either: "`mac-…` of the frame, else of the advertiser"
            }
        let fields = definition.fields.map { "\($0.name)" }.joined(separator: ", ")
        return "| \(definition.name) | \(definition.place) | \(identity) | \(fields) |"
    }

    @Test("the README's table of formats is the code's own list, row by row")
    func table() {
        let rows = section.split(separator: "\n").map(String.init).filter { $0.hasPrefix("| ") }.dropFirst()
        let expected = Self.beacons + SensorFormat.allCases.map(Self.row)
        #expect(Array(rows) == expected, "the table must be:\n\(expected.joined(separator: "\n"))")
    }

    @Test("the README names every kind of device that is told apart")
    func kinds() {
        for kind in DeviceKind.allCases {
            #expect(section.contains("`\(kind.name)`"), "\(kind.name)")
        }
    }

    @Test("names of kinds and formats are different from each other, and their definitions name no field twice")
    func names() {
        #expect(Set(DeviceKind.allCases.map { "\($0.name)" }).count == DeviceKind.allCases.count)
        #expect(Set(SensorFormat.allCases.map { "\($0.definition.name)" }).count == SensorFormat.allCases.count)
        for format in SensorFormat.allCases {
            #expect(Set(format.definition.fields).count == format.definition.fields.count, "\(format)")
            #expect(format.kind.isSensor, "\(format)")
        }
    }
}
