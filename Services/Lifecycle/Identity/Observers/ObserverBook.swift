import Schema

/// The observers of a node's bus, and in which order they are asked (D1, H1, H2).
///
/// An observer is gone if its will names the connection of its registration; where it names none, the newer of the two
/// messages counts. Bounded: where it is full a gone observer makes room, otherwise the new one is refused, counted.
struct ObserverBook: Sendable {
    static let greatestCount = 256

    private struct Entry: Sendable {
        var registration: Registration?
        /// When each was received, counted over all messages.
        var registered: UInt64 = 0
        var will: ObserverLost?
        var willed: UInt64 = 0

        var isGone: Bool {
            guard let registration, let will else { return registration == nil }
            guard let connection = registration.connection else { return willed > registered }
            return will.connection == connection
        }
    }

    let node: NodeID
    private var entries: [ObserverID: Entry] = [:]
    /// By first registration; remembered over restarts, so it may name observers that are not there yet.
    private(set) var remembered: [ObserverID]
    private var clock: UInt64 = 0
    /// Rises whenever somebody who answers token questions appears, or appears anew.
    private(set) var generation: UInt64 = 0
    /// How many registrations were refused because too many are there (R12).
    private(set) var refused: UInt64 = 0

    /// - Parameter remembered: the order an earlier process knew.
    init(node: NodeID, remembered: [ObserverID] = []) {
        self.node = node
        var known: Set<ObserverID> = []
        self.remembered = remembered.filter { known.insert($0).inserted }.suffix(Self.greatestCount)
    }

    /// Takes a registration; registering twice is registering once, and removing an unknown one is harmless (H1).
    mutating func register(_ observer: ObserverID, _ registration: Registration?) {
        guard let registration else {
            entries[observer] = nil
            remembered.removeAll { $0 == observer }
            return
        }
        guard makeRoom(for: observer) else {
            refused &+= 1
            return
        }
        clock += 1
        var entry = entries[observer] ?? Entry()
        let isNew = entry.isGone || entry.registration != registration
        entry.registration = registration
        entry.registered = clock
        entries[observer] = entry
        if !remembered.contains(observer) { remembered.append(observer) }
        if isNew, answers(observer) { generation += 1 }
    }

    /// Takes a will; one that was cleared says nothing.
    ///
    /// Where the registration names no connection, a will from the broker's store may be older than it: whoever
    /// connects gets both, in the order of their topics. To ask a dead observer costs its time; not to ask a living
    /// one costs the start. So it counts only where it was already known to be newer.
    mutating func lost(_ observer: ObserverID, _ will: ObserverLost?, stored: Bool = false) {
        // A will that comes before its registration waits for it; of more strangers than fit nothing is kept.
        guard entries[observer] != nil || (will != nil && entries.count < Self.greatestCount) else { return }
        clock += 1
        var entry = entries[observer] ?? Entry()
        let before = answers(observer)
        let isKnown = entry.will == will
        entry.will = will
        if !stored { entry.willed = clock } else if !isKnown { entry.willed = 0 }
        entries[observer] = entry
        if !before, answers(observer) { generation += 1 }
    }

    /// Whether an observer is there, for this node, and answers token questions.
    func answers(_ observer: ObserverID) -> Bool {
        guard let entry = entries[observer], let registration = entry.registration, !entry.isGone else { return false }
        return registration.token && registration.nodes.contains(node)
    }

    /// How many are there, gone ones included.
    var count: Int { entries.count { $0.value.registration != nil } }

    /// The next source to ask: the named ones in their order, then file, command, and observers by first
    /// registration; `nil` = all have been asked.
    func next(_ settings: IdentitySettings, after asked: [TokenSource]) -> TokenSource? {
        for name in settings.order {
            let source = Self.source(named: name)
            if isThere(source, settings), !asked.contains(source) { return source }
        }
        for source in [TokenSource.file, .command] where isThere(source, settings) && !asked.contains(source) {
            return source
        }
        for observer in remembered {
            let source = TokenSource.observer(observer)
            if isThere(source, settings), !asked.contains(source) { return source }
        }
        return nil
    }

    private func isThere(_ source: TokenSource, _ settings: IdentitySettings) -> Bool {
        switch source {
        case .file: settings.hasFile
        case .command: settings.hasCommand
        case .observer(let observer): answers(observer)
        }
    }

    private static func source(named name: ObserverID) -> TokenSource {
        switch name.description {
        case "file": .file
        case "command": .command
        default: .observer(name)
        }
    }

    private mutating func makeRoom(for observer: ObserverID) -> Bool {
        if entries[observer] == nil, entries.count >= Self.greatestCount {
            guard let gone = entries.filter({ $0.value.isGone }).min(by: { $0.value.willed < $1.value.willed })?.key
            else { return false }
            entries[gone] = nil
            remembered.removeAll { $0 == gone }
        }
        if !remembered.contains(observer), remembered.count >= Self.greatestCount {
            guard let stale = remembered.firstIndex(where: { entries[$0]?.registration == nil }) else { return false }
            remembered.remove(at: stale)
        }
        return true
    }
}
