import Bus
import Schema
import Support
import Synchronization

/// Stands in for dispatch: stores every journal entry by its number, and acknowledges what is contiguous.
final class EntryCollector: BusHandler {
    /// What it has stored, and the scanner's newest status.
    struct Store: Sendable {
        var entries: [Int64: Entry] = [:]
        /// Entries that came under a number already stored, but different.
        var contradictions = 0
        var through: Int64 = 0
        var status: ScannerStatus?
        var journals: Set<JournalID> = []
    }

    struct Entry: Sendable, Equatable {
        var activation: ActivationID
        var kind: BeaconEvent
        var beacon: BeaconID
    }

    private let node: NodeID
    private var told: Int64 = 0

    final class Shared: Sendable {
        let store = Mutex(Store())
    }

    private let shared: Shared

    init(node: NodeID, shared: Shared) {
        self.node = node
        self.shared = shared
    }

    static func subscriptions(node: NodeID, roots: Roots) -> [Subscription] {
        [.beaconEvents(node, .active), .beaconEvents(node, .inactive), .unacknowledged(node), .scanner(node)].map {
            (filter: TopicFilter) in Subscription(filter, in: roots)
        }
    }

    func connected(_ link: BusLink) {
        let service = ServiceStatus(
            service: ServiceName("dispatch")!, version: "test", instance: "test", connection: link.connection,
            online: true, ready: true, counters: [:])
        try? link.setRetained(.service(ServiceName("dispatch")!), service)
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            if case .scanner = message.topic {
                guard let status = try? message.decode(ScannerStatus.self).body else { continue }
                shared.store.withLock { $0.status = status }
                continue
            }
            let (_, batch) = try BatchReader.read(message.payload)
            take(batch)
        }
        let (through, journal) = shared.store.withLock { store in
            while store.entries[store.through + 1] != nil { store.through += 1 }
            return (store.through, store.journals.first)
        }
        guard through > told, let journal else { return }
        told = through
        try link.setRetained(.acknowledged(node), Acknowledged(node: node, journal: journal, through: through))
    }

    private func take(_ batch: Batch) {
        shared.store.withLock { store in
            if let journal = batch.journal { store.journals.insert(journal) }
            for entry in batch.beacons {
                guard let number = entry.entry else { continue }
                let kind = entry.kind ?? (batch.kind == .active ? .active : .inactive)
                let found = Entry(activation: entry.activation, kind: kind, beacon: entry.beacon)
                if let known = store.entries[number], known != found { store.contradictions += 1 }
                store.entries[number] = found
            }
        }
    }
}

/// A real `beacon-scanner` on a real mosquitto.
final class ScannerFixture: Sendable {
    let broker: BrokerAddress
    let folder: String
    private let arguments: [String]
    private let process = Mutex<ChildProcess?>(nil)

    init(_ broker: BrokerAddress, folder: String, _ arguments: [String]) {
        self.broker = broker
        self.folder = folder
        self.arguments = arguments
    }

    deinit { kill() }

    /// Starts the program.
    func launch() throws {
        let child = try ChildProcess(
            BuiltProgram.path("beacon-scanner"),
            [
                "--site", "home", "--node", "kitchen", "--broker", "127.0.0.1:\(broker.port)", "--data-dir",
                "\(folder)/data", "--config", "\(folder)/scanner.yaml",
            ] + arguments, output: "\(folder)/scanner.log")
        process.withLock { $0 = child }
    }

    /// kill -9.
    func kill() {
        process.withLock {
            $0?.kill()
            $0 = nil
        }
    }

    /// SIGTERM; the wait status.
    func terminate() async -> Int32? {
        let child = process.withLock { process -> ChildProcess? in
            defer { process = nil }
            return process
        }
        return await child?.terminate()
    }
}
