import Schema
import Testing

@testable import DispatchCore

@Suite("Node watch")
struct NodeWatchTests {
    private let node = NodeID("kitchen")!
    private let start = Instant(nanoseconds: 1_000_000_000_000)

    @Test("D7: lost counts against the state of its session and connection or an older one only")
    func order() {
        var watch = NodeWatch()
        _ = watch.state(node, session: 5, connection: 2, working: true, now: start)
        _ = watch.lost(node, session: 5, connection: 1, now: start)
        #expect(watch.goneCount == 0)
        _ = watch.lost(node, session: 5, connection: 2, now: start)
        #expect(watch.goneCount == 1)
        // A state from before does not bring it back, a newer one does.
        _ = watch.state(node, session: 4, connection: 9, working: true, now: start)
        #expect(watch.goneCount == 1)
        #expect(watch.state(node, session: 5, connection: 3, working: true, now: start) == .nothing)
        #expect(watch.goneCount == 0)
    }

    @Test("D15: a node that is away is given once after its patience; a word of it begins the time anew")
    func patience() {
        var watch = NodeWatch(patience: .seconds(900))
        _ = watch.state(node, session: 1, connection: 1, working: false, now: start)
        #expect(watch.nextDue == start + .seconds(900))
        watch.word(node, now: start + .seconds(600))
        #expect(watch.takeDue(start + .seconds(901)).isEmpty)
        #expect(watch.takeDue(start + .seconds(1500)) == [node])
        #expect(watch.takeDue(start + .seconds(9999)).isEmpty)
        #expect(watch.state(node, session: 2, connection: 1, working: true, now: start) == .back)
        #expect(watch.forgotten(node) == .forgotten)
        #expect(watch.forgotten(node) == .nothing)
    }

    @Test("R12: nodes are bounded in number")
    func bounded() {
        var watch = NodeWatch()
        for number in 0..<NodeWatch.most + 10 {
            _ = watch.lost(NodeID("n\(number)")!, session: 1, connection: 1, now: start)
        }
        #expect(watch.goneCount == NodeWatch.most)
    }
}
