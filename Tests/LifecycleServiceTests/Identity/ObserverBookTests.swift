import Schema
import Testing

@testable import LifecycleService

@Suite("Identity: observers")
struct ObserverBookTests {
    private func registration(_ connection: String? = nil, token: Bool = true, nodes: NodeSelection = .all)
        -> Registration
    {
        Registration(token: token, nodes: nodes, connection: connection)
    }

    private func will(_ connection: String? = nil) -> ObserverLost { ObserverLost(connection: connection) }

    private func book(_ remembered: [String] = []) -> ObserverBook {
        ObserverBook(node: NodeID("kitchen")!, remembered: remembered.map(id))
    }

    private func id(_ name: String) -> ObserverID { ObserverID(name)! }

    /// Who would be asked, in order.
    private func order(_ book: ObserverBook, _ settings: IdentitySettings = IdentitySettings()) -> [String] {
        var asked: [TokenSource] = []
        while let source = book.next(settings, after: asked) { asked.append(source) }
        return asked.map(\.description)
    }

    @Test("H1: registering twice is registering once; a removed one gets nothing; removing an unknown one is harmless")
    func registers() {
        var book = book()
        book.register(id("anna"), nil)
        book.register(id("anna"), registration())
        book.register(id("anna"), registration())
        #expect(order(book) == ["observer anna"])
        #expect(book.count == 1)
        book.register(id("anna"), nil)
        #expect(order(book).isEmpty)
        #expect(book.remembered.isEmpty)
    }

    @Test("H2: whoever does not answer, or not for this node, is not asked")
    func selection() {
        var book = book()
        book.register(id("anna"), registration(token: false))
        book.register(id("bert"), registration(nodes: .some([NodeID("hall")!])))
        book.register(id("carl"), registration(nodes: .some([NodeID("hall")!, NodeID("kitchen")!])))
        #expect(order(book) == ["observer carl"])
    }

    @Test("Gone exactly if the will names the registration's connection, in either order of arrival")
    func gone() {
        for willFirst in [false, true] {
            for same in [false, true] {
                var book = book()
                let theWill = will(same ? "c-2" : "c-1")
                if willFirst { book.lost(id("anna"), theWill) }
                book.register(id("anna"), registration("c-2"))
                if !willFirst { book.lost(id("anna"), theWill) }
                #expect(order(book).isEmpty == same, "will first: \(willFirst), same: \(same)")
            }
        }
    }

    @Test("A will without a connection does not end a registration with one")
    func foreignWill() {
        var book = book()
        book.register(id("anna"), registration("c-2"))
        book.lost(id("anna"), will())
        #expect(order(book) == ["observer anna"])
    }

    @Test("Without a connection string the message received last counts")
    func withoutConnection() {
        var book = book()
        book.register(id("anna"), registration())
        book.lost(id("anna"), will())
        #expect(order(book).isEmpty)
        book.register(id("anna"), registration())
        #expect(order(book) == ["observer anna"])
        book.lost(id("anna"), will("c-9"))
        #expect(order(book).isEmpty)
        book.lost(id("anna"), nil)
        #expect(order(book) == ["observer anna"], "its will was cleared")
    }

    @Test("Without a connection string a will from the broker's store may be older: whoever is registered is asked")
    func storedWill() {
        for willFirst in [false, true] {
            var book = book()
            if willFirst { book.lost(id("anna"), will(), stored: true) }
            book.register(id("anna"), registration())
            if !willFirst { book.lost(id("anna"), will(), stored: true) }
            #expect(order(book) == ["observer anna"])
        }
        var known = book()
        known.register(id("anna"), registration())
        known.lost(id("anna"), will())
        known.lost(id("anna"), will(), stored: true)
        #expect(order(known).isEmpty, "told before, and told again")
        var named = book()
        named.register(id("anna"), registration("c-1"))
        named.lost(id("anna"), will("c-1"), stored: true)
        #expect(order(named).isEmpty, "the connection decides, stored or not")
    }

    @Test("D1: the order is that of the first registration, over departures and restarts")
    func firstRegistration() {
        var first = book()
        for name in ["carl", "anna", "bert"] { first.register(id(name), registration("c-1")) }
        first.lost(id("carl"), will("c-1"))
        first.register(id("carl"), registration("c-2"))
        #expect(order(first) == ["observer carl", "observer anna", "observer bert"])
        var second = book(first.remembered.map(\.description))
        for name in ["anna", "bert", "dora", "carl"] { second.register(id(name), registration("c-1")) }
        #expect(order(second) == ["observer carl", "observer anna", "observer bert", "observer dora"])
    }

    @Test("D1: named sources first, in their order; a name in it twice is asked once")
    func configured() {
        var settings = IdentitySettings()
        settings.hasFile = true
        settings.hasCommand = true
        settings.order = ["bert", "command", "bert", "zoe"].map(id)
        var book = book()
        book.register(id("anna"), registration())
        book.register(id("bert"), registration())
        #expect(
            order(book, settings) == [
                "observer bert", "the token command", "the token file", "observer anna",
            ])
        settings.hasCommand = false
        #expect(order(book, settings) == ["observer bert", "the token file", "observer anna"])
    }

    @Test("R12: bounded: a gone one makes room, otherwise the new one is refused and counted")
    func bounded() {
        var book = book()
        for number in 0..<ObserverBook.greatestCount { book.register(id("o\(number)"), registration("c")) }
        book.register(id("late"), registration("c"))
        #expect(book.refused == 1)
        #expect(book.count == ObserverBook.greatestCount)
        book.lost(id("o7"), will("c"))
        book.register(id("late"), registration("c"))
        #expect(book.answers(id("late")))
        #expect(!book.remembered.contains(id("o7")))
        #expect(book.remembered.count == ObserverBook.greatestCount)
        for number in 0..<10_000 { book.lost(id("x\(number)"), will("c")) }
        #expect(book.count == ObserverBook.greatestCount)
    }

    @Test("R12: remembered names that never come make room for those that do")
    func staleMemory() {
        var book = book((0..<300).map { "old\($0)" })
        #expect(book.remembered.count == ObserverBook.greatestCount)
        for number in 0..<50 { book.register(id("new\(number)"), registration()) }
        #expect(order(book).count == 50)
        #expect(book.remembered.count == ObserverBook.greatestCount)
    }
}
