import Bluetooth
import Schema

/// This machine's Bluetooth adapters, as a scanner would find them. Pure; the facts come in.
struct AdapterSurvey: Sendable {
    /// In the order of their numbers.
    let lines: [AdapterLine]
    /// The one `--source hci` would take.
    let chosen: AdapterLine?
    /// The mode a scanner uses where none is asked for.
    let mode: BluetoothMode
    let hasDaemon: Bool
    let scanner: ScannerProgram?
    let unit: ScannerUnit?
    /// Why there is no list, or not a whole one.
    let problem: BeaconBusError?

    /// Adapters shown at most.
    private static let most = 128

    init(_ facts: AdapterFacts) {
        let known = facts.directory.adapters.values.sorted { $0.index < $1.index }
        let addresses = Dictionary(grouping: known, by: \.address)
        var lines = known.map { adapter in
            AdapterLine(
                adapter, block: facts.blocks[adapter.index], isTwin: (addresses[adapter.address]?.count ?? 0) > 1)
        }
        // Of what cannot be asked nothing is known: whether an adapter is hidden neither.
        if facts.problem == nil || facts.problem?.code == .requestTimeout {
            let hidden = Set(facts.present).subtracting(known.map(\.index)).sorted()
            lines += hidden.map {
                AdapterLine(hidden: $0, block: facts.blocks[$0], isAsked: facts.problem != nil)
            }
        }
        self.lines = Array(lines.sorted { $0.index < $1.index }.prefix(Self.most))
        let first = facts.directory.find(.first, blocks: facts.blocks)
        chosen = self.lines.first { $0.known != nil && $0.index == first?.index }
        hasDaemon = facts.hasDaemon
        mode = .usual(besideDaemon: hasDaemon)
        scanner = facts.scanner
        unit = facts.unit
        problem = facts.problem ?? (lines.isEmpty ? Self.nothing(facts.machineBlock) : nil)
    }

    /// Whether there is an adapter that a scanner can use.
    var isUsable: Bool { lines.contains(where: \.isUsable) }

    /// What keeps a scanner from hearing anything; nil where nothing does.
    var verdict: BeaconBusError? {
        if isUsable { return nil }
        return problem ?? chosen?.error ?? lines.lazy.compactMap(\.error).first
    }

    /// Without an adapter; a block of the machine may have taken it away.
    private static func nothing(_ block: RadioBlock?) -> BeaconBusError {
        block?.error
            ?? BeaconBusError(
                .adapterMissing, reason: "this machine has no Bluetooth adapter",
                suggestion: "Plug one in, or give another --source.")
    }
}
