import Adapters
import Bluetooth
import Schema
import ServiceKit
import Tracking

/// The scanner's configuration.
enum ScannerKeys {
    static let node = Key(
        "node.id", .optional(.identifier), default: NodeID?.none, flag: "node",
        "The name of this edge machine at its site; needed except with --dry-run.")
    static let source = Key(
        "scanner.source",
        .text(expected: "\(SourceText.forms)", accepts: { SourceText($0) != nil && $0.utf8.count <= 4_096 }),
        default: "sim", flag: "source",
        "Where reports come from: \(SourceText.forms).")
    static let mode = Key(
        "scanner.bluetooth.mode", .choice(), default: ModeChoice.auto,
        "raw scans beside the kernel's use of the adapter, user takes it alone, monitor listens beside bluetoothd; auto is monitor where bluetoothd runs, else raw."
    )
    static let powerOn = Key(
        "scanner.bluetooth.powerOn", .boolean, default: true,
        "Switch an adapter on that is off, and one off and on that has gone deaf; needs CAP_NET_ADMIN.")
    static let unblock = Key(
        "scanner.bluetooth.unblock", .boolean, default: false,
        "Lift a soft rfkill block; a switch of the machine stays.")
    static let scan = Key(
        "scanner.bluetooth.scan", .choice(), default: ScanKind.passive,
        "passive listens only; active also asks for scan responses, which costs the beacons' batteries.")
    static let scanInterval = Key(
        "scanner.bluetooth.interval", .duration(ScanParameters.span), default: .milliseconds(60),
        "From the begin of one scan window to the next.")
    static let scanWindow = Key(
        "scanner.bluetooth.window", .duration(ScanParameters.span), default: .milliseconds(60),
        "How long it listens in each interval; as long as the interval is without a pause.")
    static let coded = Key(
        "scanner.bluetooth.longRange", .boolean, default: false,
        "Listen for long-range advertisers (LE Coded) too, where the controller can.")
    static let silence = Key(
        "scanner.bluetooth.silence", .duration(.seconds(10)...(.seconds(86_400))), default: .seconds(90),
        "After how long without any report, where some came before, the radio is set up anew.")
    static let speed = Key(
        "scanner.speed",
        .text(expected: "max or a number from 0.01 to 10000", accepts: { Pace($0) != nil }), default: "1",
        flag: "speed",
        "How fast a recording or the simulation goes by: a factor, or max.")
    static let seed = Key(
        "scanner.simulator.seed", .integer(0...Int(Int32.max)), default: 1, flag: "seed",
        "The simulated site's seed: the same seed gives the same site.")
    static let phones = Key(
        "scanner.simulator.phones", .integer(0...100_000), default: 12,
        "How many phones that are of no interest walk about in the simulated site.")
    static let visitors = Key(
        "scanner.simulator.visitors", .integer(0...100_000), default: 0,
        "How many further beacons come and go in the simulated site; for load tests.")
    static let stay = Key(
        "scanner.simulator.stay", .duration(.milliseconds(100)...(.seconds(86_400))), default: .seconds(2),
        "How long such a visitor stays.")
    static let away = Key(
        "scanner.simulator.away", .duration(.milliseconds(100)...(.seconds(86_400))), default: .seconds(4),
        "How long it then stays away.")
    static let duration = Key(
        "scanner.simulator.duration", .optional(.duration(.seconds(1)...(.seconds(31_536_000)))),
        default: Duration?.none,
        "After how long the simulated site falls silent for good; null is never, at speed max ten minutes.")
    static let readings = Key(
        "scanner.readings.interval", .duration(.zero...(.seconds(3_600))), default: .seconds(1),
        "The least time between two readings of one beacon; 0 is none at all.")
    static let raw = Key(
        "scanner.raw.select", .choice(), default: RawTap.Selection.none,
        "Which reports of monitored beacons are passed on as raw advertising data: none, undecoded or all.")
    static let rawInterval = Key(
        "scanner.raw.interval", .duration(.zero...(.seconds(86_400))), default: .seconds(1),
        "The least time between two of them of one beacon.")
    static let formats = Key(
        "scanner.formats", .list(of: .choice()), default: [MonitoredFormat.ibeacon, .altbeacon, .eddystone],
        "Formats monitored until metadata has said which; eddystone stands for UID, URL and EID.")
    static let capacity = Key(
        "scanner.tracker.capacity", .integer(16...1_000_000), default: 16_384,
        "How many beacons are kept at most, about 256 bytes each.")
    static let sensors = Key(
        "scanner.tracker.sensors", .integer(16...1_000_000), default: 4_096,
        "Of how many of them telemetry is kept at most, about 290 bytes each.")
    static let sightings = Key(
        "scanner.tracker.sightings", .integer(1...4), default: 2, "How many sightings make a beacon active.")
    static let window = Key(
        "scanner.tracker.window", .duration(.milliseconds(100)...(.seconds(86_400))), default: .seconds(10),
        "Within how long these sightings must come.")
    static let timeout = Key(
        "scanner.tracker.timeout", .duration(.milliseconds(100)...(.seconds(86_400))), default: .seconds(30),
        "How long a beacon must be silent to become inactive.")
    static let range = Key(
        "scanner.tracker.range", .optional(.number(0.1...1_000)), default: Double?.none,
        "Beyond how many metres a beacon does not count as present; null: hearing it is enough.")
    static let exponent = Key(
        "scanner.distance.exponent", .number(1...6), default: 2,
        "The path loss exponent: 2 in free space, 2.7 to 4.3 indoors with obstacles.")
    static let gain = Key(
        "scanner.distance.receiverGain", .number(-40...40), default: 0,
        "What this node's receiver hears too much, in dB; taken off every RSSI.")
    static let immediate = Key(
        "scanner.zones.immediate", .number(0.05...100), default: 0.5, "Up to how many metres a beacon is immediate.")
    static let near = Key(
        "scanner.zones.near", .number(0.05...1_000), default: 3.5, "Up to how many metres a beacon is near.")
    static let keysFile = Key(
        "scanner.keys.file", .boolean, default: false,
        "Keep decoding keys in a file of the data folder for their owner only, so that they are there without network; "
            + "else in memory only.")
    static let keepJournal = Key(
        "scanner.journal.keep", .boolean, default: false,
        "Keep journal entries for ever; only for tests that compare them with dispatch's ledger.")

    /// What the tracker needs, whatever the reports come from.
    static let tracking: [any ConfigurationKey] = [
        readings, raw, rawInterval, formats, capacity, sensors, sightings, window, timeout, range, exponent, gain,
        immediate, near,
    ]

    static let all: [any ConfigurationKey] =
        NodeKeys.all + [
            node, source, speed, seed, phones, visitors, stay, away, duration, mode, powerOn, unblock, scan,
            scanInterval, scanWindow, coded, silence,
        ] + tracking + [keysFile, keepJournal]
}

/// How the kernel's Bluetooth is used, as it is written.
enum ModeChoice: String, CaseIterable, Sendable {
    case auto, raw, user, monitor

    /// Nil for auto.
    var mode: BluetoothMode? { BluetoothMode(rawValue: rawValue) }
}

/// How the radio scans.
enum ScanKind: String, CaseIterable, Sendable {
    case passive, active
}

/// The formats that can be monitored as a whole, as they are written in the configuration.
enum MonitoredFormat: String, CaseIterable, Sendable {
    case ibeacon, altbeacon, eddystone, mac
    case eddystoneURL = "eddystone-url"
    case eddystoneEID = "eddystone-eid"

    var format: BeaconFormat {
        switch self {
        case .ibeacon: .iBeacon
        case .altbeacon: .altBeacon
        case .eddystone: .eddystone
        case .mac: .mac
        case .eddystoneURL: .eddystoneURL
        case .eddystoneEID: .eddystoneEID
        }
    }
}
