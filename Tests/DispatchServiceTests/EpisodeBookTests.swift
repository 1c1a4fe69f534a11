import Schema
import Testing

@testable import DispatchCore

@Suite("Episode book")
struct EpisodeBookTests {
    let beacon = BeaconID(FakeNode.beacon(1))!

    private func key(_ counter: Int64) -> ActivationKey { ActivationKey(stream: 1, counter: counter) }
    private func time(_ seconds: Int64) -> WallTime { WallTime(milliseconds: seconds * 1000) }

    @Test("D15: others wait while an effect is pending; after success all join, after failure the first one tries")
    func waiting() {
        var book = EpisodeBook()
        for counter in Int64(1)...4 { book.begin(key(counter), of: beacon, from: time(0), to: nil, initial: false) }
        #expect(book.claim(key(1), scope: .site, rejoined: false) == .granted)
        #expect(book.claim(key(2), scope: .site, rejoined: false) == .wait)
        #expect(book.claim(key(3), scope: .site, rejoined: false) == .wait)
        #expect(book.claim(key(4), scope: .node, rejoined: false) == .granted)
        #expect(book.settle(key(1), scope: .site, acted: false) == [key(2)])
        #expect(book.claim(key(2), scope: .site, rejoined: false) == .granted)
        #expect(book.settle(key(2), scope: .site, acted: true) == [key(3)])
        #expect(book.claim(key(3), scope: .site, rejoined: false) == .joined)
    }

    @Test("An episode is open while anybody holds it, and closed at the last end, however late that is told")
    func holding() {
        var book = EpisodeBook()
        book.begin(key(1), of: beacon, from: time(0), to: nil, initial: false)
        book.begin(key(2), of: beacon, from: time(5), to: nil, initial: false)
        book.letGo(key(1), at: time(20))
        #expect(book.openCount == 1)
        book.letGo(key(2), at: time(10))
        #expect(book.openCount == 0)
        #expect(book.episode(of: key(1))?.closed == time(20))
        book.begin(key(3), of: beacon, from: time(30), to: nil, initial: false)
        #expect(book.episode(of: key(3))?.id != book.episode(of: key(1))?.id)
    }

    @Test("R12: closed episodes are bounded in age and number, open ones stay")
    func bounds() {
        var book = EpisodeBook()
        for counter in Int64(1)...100 {
            book.begin(key(counter), of: beacon, from: time(counter * 10), to: time(counter * 10 + 5), initial: false)
        }
        book.begin(key(101), of: beacon, from: time(2000), to: nil, initial: false)
        book.prune(time(2000))
        #expect(book.closedCount == EpisodeBook.closedPerBeacon)
        book.prune(time(2000) + EpisodeBook.memory)
        #expect(book.closedCount == 0 && book.openCount == 1)
        for counter in Int64(1000)...30_000 {
            let other = BeaconID(FakeNode.beacon(Int(counter)))!
            book.begin(key(counter), of: other, from: time(counter), to: time(counter), initial: false)
        }
        book.prune(time(30_000))
        #expect(book.closedCount <= EpisodeBook.closedInAll)
    }
}
