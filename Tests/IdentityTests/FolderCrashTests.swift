import Schema
import Support
import Testing

@testable import Identity

@Suite("The node's folder, broken off at every step (T22)")
struct FolderCrashTests {
    let node: FolderNode
    let first: FolderNode.Pair
    let second: FolderNode.Pair

    init() throws {
        node = try FolderNode()
        first = try node.pair(1)
        second = try node.pair(2)
    }

    /// A disk with the operator's bundle and nothing else.
    private func fresh() throws -> SimulatedDisk {
        let disk = SimulatedDisk()
        try disk.makeFolder("identity")
        try disk.put("identity/bootstrap.pem", node.bundle.pem().bytes)
        return disk
    }

    /// A disk with the first pair in use and activated.
    private func enrolled() throws -> SimulatedDisk {
        let disk = try fresh()
        try node.enrol(first, disk)
        return disk.copy()
    }

    private func steps(_ disk: SimulatedDisk, _ body: (SimulatedDisk) throws -> Void) throws -> Int {
        let copy = disk.copy()
        try body(copy)
        return copy.steps
    }

    /// A set in use and not noted as to be activated would be revoked an hour later: only its own activation takes the note away.
    private func expectSound(
        _ disk: SimulatedDisk, before: CertificateSetID?, after pair: FolderNode.Pair, _ place: String
    ) throws {
        let folder = node.folder(disk)
        let held = try node.holding([first, second], folder)
        #expect(held == before || held == pair.id, "\(place)")
        if let record = try disk.read("identity/pending/request.json", limit: 65_536) {
            #expect(record == pair.request.record.bytes, "\(place)")
            for name in ["lifecycle.key", "scanner.key"] {
                #expect(try disk.read("identity/pending/\(name)", limit: 65_536) == pair.files[name], "\(place)")
            }
            // While the request is there, its answer cannot have been activated.
            if held == pair.id { #expect(try folder.unactivated() == pair.id, "\(place)") }
        }
        try folder.check()
    }

    private func expectDone(
        _ disk: SimulatedDisk, _ pair: FolderNode.Pair, previous: CertificateSetID?, _ place: String
    ) throws {
        let folder = node.folder(disk)
        #expect(try node.holding([pair], folder) == pair.id, "\(place)")
        #expect(try folder.unactivated() == nil, "\(place)")
        #expect(try folder.pending() == nil, "\(place)")
        #expect(try disk.names(in: "identity/sets") == [previous, pair.id].compactMap { $0?.description }, "\(place)")
        #expect(try disk.names(in: "identity/pending").isEmpty)
        let left = try disk.names(in: "identity").filter { $0.hasSuffix(".new") }
        #expect(left.isEmpty, "\(place): \(left)")
        #expect(try folder.authority() == node.trust)
    }

    private func crash(_ start: SimulatedDisk, before: CertificateSetID?, _ pair: FolderNode.Pair) throws {
        let count = try steps(start) { try node.enrol(pair, $0) }
        #expect(count > 40)
        for stop in 0..<count {
            for seed in 0..<UInt64(4) {
                let disk = start.copy(stopAt: stop)
                #expect(throws: (any Error).self) {
                    try node.enrol(pair, disk)
                    // Cleaning up reports nothing, so a crash in it is only seen here.
                    if disk.hasCrashed { throw SimulatedDisk.Stopped() }
                }
                let survivor = disk.afterCrash(seed: seed)
                try expectSound(survivor, before: before, after: pair, "step \(stop), seed \(seed)")
                // Each way of losing something is finished after every fourth step.
                guard seed == UInt64(stop % 4) else { continue }
                try node.enrol(pair, survivor)
                try expectDone(survivor, pair, previous: before, "step \(stop), seed \(seed), again")
            }
        }
    }

    @Test("A power cut at any step of a first enrolment leaves no set or the whole set, and the next start finishes it")
    func firstEnrolment() throws {
        try crash(fresh(), before: nil, first)
    }

    @Test("H30: a power cut at any step of a renewal leaves the old or the new set, and the next start finishes it")
    func renewal() throws {
        try crash(enrolled(), before: first.id, second)
    }

    @Test("A power cut while a request takes the place of another leaves one of the two with its own keys, or none")
    func requests() throws {
        let start = try enrolled()
        try node.folder(start).storePending(first.request)
        let count = try steps(start) { try node.folder($0).storePending(second.request) }
        for stop in 0..<count {
            for seed in 0..<UInt64(12) {
                let disk = start.copy(stopAt: stop)
                #expect(throws: BeaconBusError.self) { try node.folder(disk).storePending(second.request) }
                guard let found = try node.folder(disk.afterCrash(seed: seed)).pending() else { continue }
                let request = found.record == first.request.record ? first.request : second.request
                #expect(found.record == request.record, "step \(stop), seed \(seed)")
                #expect(found.lifecycleKey.publicKey == request.lifecycleKey.publicKey, "step \(stop), seed \(seed)")
                #expect(found.scannerKey?.publicKey == request.scannerKey?.publicKey, "step \(stop), seed \(seed)")
            }
        }
    }

    @Test("Two power cuts one after the other change nothing of that")
    func twice() throws {
        let start = try enrolled()
        let count = try steps(start) { try node.enrol(second, $0) }
        var generator = SeededGenerator(seed: 11)
        for round in 0..<60 {
            var disk = start.copy(stopAt: Int.random(in: 0..<count, using: &generator))
            for _ in 0..<3 {
                try? node.enrol(second, disk)
                let survivor = disk.afterCrash(seed: generator.next())
                try expectSound(survivor, before: first.id, after: second, "round \(round)")
                disk = survivor.copy(stopAt: Int.random(in: 0..<count, using: &generator))
            }
            let last = disk.copy()
            try node.enrol(second, last)
            try expectDone(last, second, previous: first.id, "round \(round)")
        }
    }

    @Test(
        "A full, read-only or broken disk at any step is told by its code, keeps the old set or has the new one, and goes on"
    )
    func failures() throws {
        let start = try enrolled()
        let count = try steps(start) { try node.enrol(second, $0) }
        let codes = [ErrorCode.storeFull, .storeReadOnly, .storeFailed]
        for stop in 0..<count {
            for lasts in [false, true] {
                let code = codes[(stop + (lasts ? 1 : 0)) % 3]
                let ending = lasts ? SimulatedDisk.Ending.lasting(code) : .failure(code)
                let disk = start.copy(stopAt: stop, ending)
                let thrown = IdentityTests.code { try node.enrol(second, disk) }
                // What cleaning up could not do is no failure of the enrolment.
                if thrown != nil { #expect(thrown == code, "step \(stop)") }
                let survivor = disk.copy()
                try expectSound(survivor, before: first.id, after: second, "step \(stop)")
                try node.enrol(second, survivor)
                try expectDone(survivor, second, previous: first.id, "step \(stop), again")
            }
        }
    }

    @Test("A set that was never activated gives way to the one before it, whatever breaks off")
    func discarding() throws {
        let start = try enrolled()
        let folder = node.folder(start)
        try folder.storePending(second.request)
        try node.install(second, folder)
        #expect(try folder.unactivated() == second.id)
        let count = try steps(start) { try node.folder($0).discard(second.id) }
        for stop in 0..<count {
            for seed in 0..<UInt64(4) {
                let disk = start.copy(stopAt: stop)
                #expect(throws: (any Error).self) { try node.folder(disk).discard(second.id) }
                let survivor = disk.afterCrash(seed: seed)
                let held = try node.holding([first, second], node.folder(survivor))
                #expect(held == first.id || held == second.id)
                if held == second.id { #expect(try node.folder(survivor).unactivated() == second.id) }
                try node.folder(survivor).discard(second.id)
                #expect(try node.holding([first], node.folder(survivor)) == first.id)
                #expect(try node.folder(survivor).unactivated() == nil)
                #expect(try survivor.names(in: "identity/sets") == [first.id.description])
            }
        }
    }

    @Test("Discarding a first set leaves none, and only the set that is meant goes")
    func discardingTheFirst() throws {
        let disk = try fresh()
        let folder = node.folder(disk)
        try folder.splitBundle(site: FolderNode.siteID, node: FolderNode.nodeID)
        try folder.storePending(first.request)
        try node.install(first, folder)
        try folder.discard(second.id)
        #expect(try folder.currentID() == first.id)
        try folder.discard(first.id)
        #expect(try folder.current() == nil)
        #expect(try folder.pending() != nil)
    }
}
