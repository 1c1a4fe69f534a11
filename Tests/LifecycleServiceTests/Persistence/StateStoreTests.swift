import Bus
import Schema
import Store
import Support
import Testing

@testable import LifecycleService

@Suite("Stored state")
struct StateStoreTests {
    @Test("What was saved comes back, waiting requests and announcements included")
    func roundTrip() throws {
        let folder = TemporaryFolder()
        let store = StateStore(folder: folder.path)
        #expect(try store.load().stored == nil)

        var node = NodeStateMachine(session: 7)
        var request = CommandRequest(requester: "op_anna", id: RequestID("a"))
        request.reply = ReplyAddress(topic: "r/a", id: RequestID("a"), correlation: [0, 255])
        _ = node.handle(.start(request), now: .zero)
        _ = node.handle(.identityReady(attempt: 1), now: .zero)
        var outbox = EventOutbox()
        _ = outbox.add(
            Transition(
                view: node.view, changed: true, specific: .startFailed(.off), attempt: 1, run: node.run, requests: []))
        try store.save(StoredLifecycle(boot: "b", resting: true, machine: node.stored, outbox: outbox))

        let loaded = try store.load()
        let stored = try #require(loaded.stored)
        #expect(loaded.problem == nil)
        #expect(stored.boot == "b" && stored.resting)
        #expect(stored.machine.state == .starting)
        #expect(stored.machine.requests == [request])
        #expect(stored.outbox.units.count == 1)
        #expect(stored.outbox.number == 1)
        let specific = stored.outbox.units.first?.transition?.specific
        guard case .startFailed(let error) = specific else {
            Issue.record("\(String(describing: specific))")
            return
        }
        #expect(error == .off)
    }

    @Test(
        "A file that is not a node's state is put aside, named, and does not stop the service",
        arguments: ["", "{", "[]", "{\"version\":2}", "\u{0}\u{1}", "{\"version\":1,\"boot\":3}"])
    func unreadable(_ content: String) throws {
        let folder = TemporaryFolder()
        try AtomicFile(path: "\(folder.path)/state.json").write(Array(content.utf8))
        let store = StateStore(folder: folder.path)
        let loaded = try store.load()
        #expect(loaded.stored == nil)
        #expect(loaded.problem?.code == .storeCorrupt)
        #expect(try AtomicFile(path: "\(folder.path)/state.json.unreadable").read() == Array(content.utf8))
        #expect(try store.load().problem == nil, "once")
    }

    @Test("A folder that cannot be written is an error that names it")
    func unwritable() throws {
        let folder = TemporaryFolder()
        try AtomicFile(path: "\(folder.path)/file").write([1])
        let store = StateStore(folder: "\(folder.path)/file")
        let stored = StoredLifecycle(
            boot: "", resting: false, machine: NodeStateMachine(session: 1).stored, outbox: EventOutbox())
        let error = #expect(throws: BeaconBusError.self) { try store.save(stored) }
        #expect(error?.description.contains(folder.path) == true)
    }
}
