import Schema
import Support
import Synchronization
import Testing

@testable import Identity

/// A disk that can lose its power at any step, and with it whatever was not synchronised; or fail at one.
///
/// Only what fsync promised survives for certain. Of the rest, a seed chooses: nothing, everything (as after kill -9), a part in
/// order, or any part; of a file that was not synchronised, any beginning of it.
final class SimulatedDisk: FolderAccess {
    enum Ending: Sendable {
        /// The power goes before the step.
        case crash
        /// The step fails once; later ones work.
        case failure(ErrorCode)
        /// The step and all later ones that write fail.
        case lasting(ErrorCode)
    }

    struct Stopped: Error {}

    struct Inode: Sendable {
        var kind: FileStatus.Kind
        var content: [UInt8] = []
        var isSynchronised = false
        var entries: [String: Int] = [:]
        var mode: UInt32
    }

    /// Changes of a folder's entries that belong together: name to inode, nil where it goes.
    struct Change: Sendable {
        let folder: Int
        let entries: [(name: String, inode: Int?)]
    }

    struct State: Sendable {
        var inodes: [Int: Inode] = [1: Inode(kind: .folder, mode: 0o700)]
        var next = 2
        /// What is on the disk for certain.
        var durable: [Int: [String: Int]] = [1: [:]]
        var unsynchronised: [Change] = []
        var steps = 0
        var stopAt: Int?
        var ending = Ending.crash
        var hasCrashed = false
    }

    private let state: Mutex<State>

    init(_ state: State = State()) {
        self.state = Mutex(state)
    }

    /// How many steps were taken.
    var steps: Int { state.withLock { $0.steps } }

    /// Whether the power is gone.
    var hasCrashed: Bool { state.withLock { $0.hasCrashed } }

    /// A disk with the same content, all of it synchronised, that ends at a step.
    func copy(stopAt: Int? = nil, _ ending: Ending = .crash) -> SimulatedDisk {
        var copy = state.withLock { $0 }
        Self.settle(&copy) { _ in true }
        copy.steps = 0
        copy.stopAt = stopAt
        copy.ending = ending
        copy.hasCrashed = false
        return SimulatedDisk(copy)
    }

    /// The disk after the power came back.
    func afterCrash(seed: UInt64) -> SimulatedDisk {
        var generator = SeededGenerator(seed: seed)
        var copy = state.withLock { $0 }
        let mode = seed % 4
        let cut = Int.random(in: 0...copy.unsynchronised.count, using: &generator)
        Self.settle(&copy) { index in
            switch mode {
            case 0: false
            case 1: true
            case 2: index < cut
            default: Bool.random(using: &generator)
            }
        }
        for (number, inode) in copy.inodes where inode.kind == .file && !inode.isSynchronised && mode != 1 {
            let length = Int.random(in: 0...inode.content.count, using: &generator)
            copy.inodes[number]?.content = Array(inode.content.prefix(length))
        }
        return SimulatedDisk(State(inodes: copy.inodes, next: copy.next, durable: copy.durable))
    }

    /// Makes the chosen changes durable and everything else undone.
    private static func settle(_ state: inout State, _ chosen: (Int) -> Bool) {
        for (index, change) in state.unsynchronised.enumerated() where chosen(index) {
            apply(change, to: &state.durable)
        }
        state.unsynchronised = []
        for (number, entries) in state.durable { state.inodes[number]?.entries = entries }
    }

    private static func apply(_ change: Change, to entries: inout [Int: [String: Int]]) {
        for (name, inode) in change.entries { entries[change.folder, default: [:]][name] = inode }
    }

    /// Takes one step that changes the disk.
    private func step(_ body: (inout State) throws(BeaconBusError) -> Void) throws(BeaconBusError) {
        let result = state.withLock { state -> Result<Void, BeaconBusError> in
            if state.hasCrashed { return .failure(Self.error(.internalError)) }
            defer { state.steps += 1 }
            if let stop = state.stopAt {
                switch state.ending {
                case .crash where state.steps >= stop:
                    state.hasCrashed = true
                    return .failure(Self.error(.internalError))
                case .failure(let code) where state.steps == stop: return .failure(Self.error(code))
                case .lasting(let code) where state.steps >= stop: return .failure(Self.error(code))
                default: break
                }
            }
            return Result { () throws(BeaconBusError) in try body(&state) }
        }
        try result.get()
    }

    private static func error(_ code: ErrorCode) -> BeaconBusError {
        BeaconBusError(code, reason: "simulated", suggestion: "none")
    }

    private static func find(_ state: State, _ path: String) -> (folder: Int, name: String, inode: Int?)? {
        var folder = 1
        let parts = path.split(separator: "/").map(String.init)
        guard let last = parts.last else { return nil }
        for part in parts.dropLast() {
            guard var next = state.inodes[folder]?.entries[part] else { return nil }
            if state.inodes[next]?.kind == .other {
                let target = String(decoding: state.inodes[next]?.content ?? [], as: UTF8.self)
                guard let found = find(state, parts.prefix { $0 != part }.joined(separator: "/") + "/" + target)?.inode
                else { return nil }
                next = found
            }
            folder = next
        }
        return (folder, last, state.inodes[folder]?.entries[last])
    }

    private static func place(_ state: State, _ path: String) throws(BeaconBusError) -> (
        folder: Int, name: String, inode: Int?
    ) {
        guard let place = find(state, path) else { throw error(.storeFailed) }
        return place
    }

    private static func change(_ state: inout State, _ change: Change) {
        for (name, inode) in change.entries { state.inodes[change.folder]?.entries[name] = inode }
        state.unsynchronised.append(change)
    }

    private static func make(_ state: inout State, _ inode: Inode, at path: String) throws(BeaconBusError) {
        let place = try place(state, path)
        let number = state.next
        state.next += 1
        state.inodes[number] = inode
        if inode.kind == .folder { state.durable[number] = [:] }
        change(&state, Change(folder: place.folder, entries: [(place.name, number)]))
    }

    func makeFolder(_ path: String) throws(BeaconBusError) {
        try step { (state) throws(BeaconBusError) in
            if try Self.place(state, path).inode != nil { return }
            try Self.make(&state, Inode(kind: .folder, mode: 0o700), at: path)
        }
    }

    func write(_ path: String, _ content: SecretBytes) throws(BeaconBusError) {
        let bytes = content.bytes
        try step { (state) throws(BeaconBusError) in
            if let inode = try Self.place(state, path).inode {
                state.inodes[inode]?.content = []
                state.inodes[inode]?.isSynchronised = false
            } else {
                try Self.make(&state, Inode(kind: .file, mode: 0o600), at: path)
            }
        }
        for part in [bytes.prefix(bytes.count / 2), bytes[...]] {
            try step { (state) throws(BeaconBusError) in
                if let inode = try Self.place(state, path).inode { state.inodes[inode]?.content = Array(part) }
            }
        }
        try step { (state) throws(BeaconBusError) in
            if let inode = try Self.place(state, path).inode { state.inodes[inode]?.isSynchronised = true }
        }
    }

    func link(_ path: String, to target: String) throws(BeaconBusError) {
        try step { (state) throws(BeaconBusError) in
            if try Self.place(state, path).inode != nil { throw Self.error(.storeFailed) }
            // The target of a link lies in its inode, which comes with its entry.
            let inode = Inode(kind: .other, content: Array(target.utf8), isSynchronised: true, mode: 0o777)
            try Self.make(&state, inode, at: path)
        }
    }

    func rename(_ path: String, to place: String) throws(BeaconBusError) {
        try step { (state) throws(BeaconBusError) in
            let from = try Self.place(state, path)
            let to = try Self.place(state, place)
            guard let inode = from.inode, from.folder == to.folder else { throw Self.error(.storeFailed) }
            Self.change(&state, Change(folder: to.folder, entries: [(from.name, nil), (to.name, inode)]))
        }
    }

    func remove(_ path: String) throws(BeaconBusError) {
        try step { (state) throws(BeaconBusError) in
            guard let found = Self.find(state, path), found.inode != nil else { return }
            Self.change(&state, Change(folder: found.folder, entries: [(found.name, nil)]))
        }
    }

    func removeFolder(_ path: String) throws(BeaconBusError) {
        try step { (state) throws(BeaconBusError) in
            guard let found = Self.find(state, path), let inode = found.inode else { return }
            guard state.inodes[inode]?.entries.isEmpty ?? true else { throw Self.error(.storeFailed) }
            Self.change(&state, Change(folder: found.folder, entries: [(found.name, nil)]))
        }
    }

    func synchronise(folder: String) throws(BeaconBusError) {
        try step { (state) throws(BeaconBusError) in
            guard let inode = try Self.place(state, folder).inode else { throw Self.error(.storeFailed) }
            for change in state.unsynchronised where change.folder == inode { Self.apply(change, to: &state.durable) }
            state.unsynchronised.removeAll { $0.folder == inode }
        }
    }

    func read(_ path: String, limit: Int) throws(BeaconBusError) -> [UInt8]? {
        state.withLock { state in Self.find(state, path)?.inode.flatMap { state.inodes[$0]?.content } }
    }

    func names(in folder: String) throws(BeaconBusError) -> [String] {
        state.withLock { state in
            Self.find(state, folder)?.inode.flatMap { state.inodes[$0]?.entries.keys.sorted() } ?? []
        }
    }

    func target(of path: String) throws(BeaconBusError) -> String? {
        state.withLock { state in
            guard let inode = Self.find(state, path)?.inode.flatMap({ state.inodes[$0] }), inode.kind == .other else {
                return nil
            }
            return String(decoding: inode.content, as: UTF8.self)
        }
    }

    func status(of path: String) throws(BeaconBusError) -> FileStatus? {
        state.withLock { state in
            Self.find(state, path)?.inode.flatMap { state.inodes[$0] }.map {
                FileStatus(kind: $0.kind, mode: $0.mode, owner: 7)
            }
        }
    }

    /// Puts a file there as somebody else would, synchronised at once.
    func put(_ path: String, _ content: [UInt8]) throws {
        try write(path, SecretBytes(content))
        state.withLock { Self.settle(&$0) { _ in true } }
    }
}
