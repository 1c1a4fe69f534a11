import Fleets
import Schema
import ServiceKit

/// The bridge's configuration. Tracker, zones and readings are those of the section scanner.
enum BridgeKeys {
    static let fleets = Key(
        "bridge.fleets", .list(of: .choice()), default: [Fleet](), flag: "fleets",
        "Which fleets to take in: \(Fleet.allCases.map(\.rawValue).joined(separator: ", ")).")
    static let broker = Key(
        "bridge.broker", .optional(.address), default: NetworkAddress?.none, flag: "fleet-broker",
        "The broker the fleets publish to; null = broker.address.")
    static let plainText = Key(
        "bridge.plainText", .boolean, default: false,
        "Allow a connection without TLS to that broker although it is another machine.")
    static let authorityFile = Key(
        "bridge.authorityFile", .optional(.path), default: String?.none,
        "The certificate of that broker's authority; null = no TLS.")
    static let username = Key(
        "bridge.username", .optional(.text()), default: String?.none, "The name to log in with there.")
    static let passwordFile = Key(
        "bridge.passwordFile", .optional(.path), default: String?.none,
        "The file whose first line is the password there.")
    static let roots = Key(
        "bridge.roots", .map(of: .text(limit: 128), limit: 16), default: [:],
        "First topic levels of fleets that are configured otherwise than usual, by fleet.")
    static let rooms = Key(
        "bridge.rooms", .map(of: .identifier, limit: 256), default: [String: NodeID](),
        "Which node a room or gateway is, by its own name; others get their own name, made fit.")
    static let mostRooms = Key(
        "bridge.mostRooms", .integer(1...512), default: 64, "How many rooms are taken in at most.")
    static let forgetAfter = Key(
        "bridge.forgetAfter", .duration(.seconds(3_600)...(.seconds(365 * 86_400))), default: .seconds(7 * 86_400),
        "How long a room must have heard nothing to be given up for a new one where there are bridge.mostRooms.")
    static let silence = Key(
        "bridge.silence", .duration(.seconds(30)...(.seconds(86_400))), default: .seconds(300),
        "After how long without a word a gateway that has no last will counts as offline.")

    static let all: [any ConfigurationKey] =
        [
            fleets, broker, plainText, authorityFile, username, passwordFile, roots, rooms, mostRooms, forgetAfter,
            silence,
        ] + ScannerKeys.tracking
}
