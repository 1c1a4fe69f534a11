import Schema
import Testing

@testable import MetadataService

@Suite("Import session")
struct ImportSessionTests {
    private typealias Session = ImportSession<String>
    private let start = Instant(nanoseconds: 1_000_000_000)

    private func part(_ number: Int64, of name: String = "a", by asker: String = "op_anna", rows: Int = 10) throws
        -> Session.Part
    {
        Session.Part(requester: try #require(Requester(asker)), importID: name, number: number, rows: rows)
    }

    /// The session in a box, so that expectations can drive it.
    private final class Box {
        var session = Session()

        /// The decision in a form that can be compared.
        func receive(_ part: Session.Part, _ now: Instant) -> String {
            switch session.receive(part, now) {
            case .stage(let begins): begins ? "begin" : "stage"
            case .repeated(let reply): "again \(reply)"
            case .refuse(let error): error.code.description
            }
        }

        func stage(_ part: Session.Part, badRows: Int, reply: String) {
            session.staged(badRows: badRows, of: part)
            session.answered(part, reply)
        }

        func expire(_ now: Instant) -> Bool { session.expire(now) }
    }

    @Test("Parts are taken in order, and a part that comes again gets the same answer again")
    func order() throws {
        let box = Box()
        #expect(box.receive(try part(0), start) == "begin")
        box.stage(try part(0), badRows: 1, reply: "zero")
        #expect(box.receive(try part(0), start) == "again zero")
        #expect(box.receive(try part(2), start) == "commandInvalid")
        #expect(box.receive(try part(1), start) == "stage")
        box.stage(try part(1), badRows: 0, reply: "one")
        #expect(box.session.rows == 20)
        #expect(box.session.badRows == 1)
        #expect(box.receive(try part(2), start) == "stage")
        box.session.ended(try part(2), reply: "done")
        #expect(!box.session.isActive)
        #expect(box.receive(try part(2), start) == "again done")
        #expect(box.receive(try part(3), start) == "commandInvalid")
    }

    @Test("R12: only one import is under way; another asker is told to wait, the same asker may begin anew")
    func one() throws {
        let box = Box()
        _ = box.receive(try part(0), start)
        box.stage(try part(0), badRows: 0, reply: "zero")
        #expect(box.receive(try part(0, of: "b", by: "op_bert"), start) == "busy")
        #expect(box.receive(try part(5, of: "b"), start) == "commandInvalid")
        #expect(box.receive(try part(0, of: "b"), start) == "begin")
        #expect(box.session.rows == 0)
    }

    @Test("R12: an import whose next part does not come within a minute is given up")
    func patience() throws {
        let box = Box()
        #expect(box.session.deadline == nil)
        _ = box.receive(try part(0), start)
        box.stage(try part(0), badRows: 0, reply: "zero")
        #expect(box.session.deadline == start + .seconds(60))
        #expect(!box.expire(start + .seconds(59)))
        #expect(box.expire(start + .seconds(60)))
        #expect(!box.session.isActive)
        #expect(box.receive(try part(1), start + .seconds(61)) == "commandInvalid")
        #expect(box.receive(try part(0, of: "b", by: "op_bert"), start + .seconds(62)) == "begin")
    }

    @Test("R12: an import of more rows than allowed is refused")
    func tooMany() throws {
        let box = Box()
        _ = box.receive(try part(0), start)
        box.stage(try part(0, rows: Session.maximumRows - 5), badRows: 0, reply: "zero")
        #expect(box.receive(try part(1, rows: 5), start) == "stage")
        #expect(box.receive(try part(1, rows: 6), start) == "commandInvalid")
    }
}
