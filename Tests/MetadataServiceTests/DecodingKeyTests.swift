import Bus
import Glibc
import Schema
import ServiceKit
import Store
import Support
import Testing

@testable import MetadataService

@Suite("Metadata service: decoding keys")
struct DecodingKeyTests {
    private typealias Bench = MetadataBench

    private static let secret = "ec0234a357c8ad05341010a60a397d9b"
    private static let watch = #"{"name":"watch","kind":"irk","key":"\#(secret)"}"#
    private static let sensor =
        #"{"name":"sensor","kind":"bindKey","key":"231d39c1d7cc1ab1aee224cd096db932","address":"54:48:e6:8f:80:a5"}"#

    private func command(_ bench: Bench, _ name: String, _ body: String) throws -> JSONValue {
        let answers = try bench.ask(path: "beaconbus-private/home/keys/commands/\(name)/op_anna", body)
        #expect(answers.count == 1)
        return answers.first ?? .null
    }

    /// What a scanner gets that asks on a node's topic.
    private func ask(
        _ bench: Bench, topic node: String = "kitchen", body: String = #""node":"kitchen""#, replyTo: String? = nil
    ) throws -> [JSONValue] {
        let tap = bench.bus.tap("beaconbus-private/home/replies/s_kitchen/#")
        let spy = bench.bus.tap("beaconbus-private/home/replies/s_hall/#")
        bench.bus.inject(
            "beaconbus-private/home/keys/\(node)",
            #"{"v":1,"id":"00000000000000000000000000000001","replyTo":"\#(replyTo ?? "beaconbus-private/home/replies/s_kitchen/1")",\#(body)}"#
        )
        #expect(spy.messages.isEmpty)
        return try tap.take().map { try JSONValue.parse($0.payload) }
    }

    @Test(
        "D13: a key goes to the node that asks, and to nothing else: not retained, not listed, not looked up, not logged"
    )
    func handedOut() throws {
        let bench = try Bench()
        let everything = bench.bus.tap("#")
        #expect(try command(bench, "put", #"{"keys":[\#(Self.watch),\#(Self.sensor)]}"#)["changed"] == 2)
        let own = everything.take()
        let list = try command(bench, "list", "{}")
        #expect(list["total"] == 2)
        #expect(list["keys"]?.arrayValue?.map { $0["beacon"] } == ["mac-5448e68f80a5", "irk-watch"])
        bench.bus.advance(.seconds(1))
        #expect(try bench.retained("monitored")?["keys"] == 1)
        let page = try ask(bench)
        #expect(page.count == 1)
        let keys = try MessageCoder.decode(KeysReply.self, page[0].bytes).body
        #expect(keys.revision == 1 && keys.next == nil)
        #expect(keys.keys.map(\.name.description) == ["sensor", "watch"])
        #expect(keys.keys.last?.key == Self.secret)
        // But for what the operator sent and the answer to the node nothing holds it.
        let said = own.dropFirst() + everything.take()
        let holding = said.filter { String(decoding: $0.payload, as: UTF8.self).contains(Self.secret) }
        #expect(holding.map(\.topic) == ["beaconbus-private/home/replies/s_kitchen/1"])
        #expect(
            !bench.bus.broker.retained.values.contains {
                String(decoding: $0.payload, as: UTF8.self).contains(Self.secret)
            })
    }

    @Test("D13: keys are handed out only for the node of the topic, below its own reply topic; refusals are counted")
    func refused() throws {
        let bench = try Bench()
        _ = try command(bench, "put", #"{"keys":[\#(Self.watch)]}"#)
        #expect(try ask(bench, body: #""node":"hall""#).map { $0["error"]?["code"] } == ["commandInvalid"])
        #expect(try ask(bench, replyTo: "beaconbus-private/home/replies/s_hall/1").isEmpty)
        #expect(try ask(bench, topic: "hall").isEmpty)
        #expect(try ask(bench, replyTo: "beaconbus/home/nodes/kitchen/state").isEmpty)
        #expect(bench.client.handler.counters.refused.value == 4)
        #expect(bench.client.handler.counters.keysHandedOut.value == 0)
    }

    @Test("D13: a wrong key is refused by its name, whole or not at all, and the refusal does not show it")
    func wrong() throws {
        let bench = try Bench()
        for (key, hint) in [
            (#"{"name":"short","kind":"irk","key":"\#(Self.secret.dropLast(2))"}"#, "32 hex digits"),
            (#"{"name":"upper","kind":"irk","key":"\#(Self.secret.uppercased())"}"#, "lower case"),
            (#"{"name":"eid","kind":"eddystoneEID","key":"\#(Self.secret)","scaler":10}"#, "offset"),
            (#"{"name":"bind","kind":"bindKey","key":"\#(Self.secret)"}"#, "address"),
            (#"{"name":"irk","kind":"irk","key":"\#(Self.secret)","scaler":1}"#, "neither"),
            (#"{"name":"long","kind":"irk","key":"\#(Self.secret)\#(Self.secret)00"}"#, "keys[1].key"),
        ] {
            let reply = try command(bench, "put", #"{"keys":[\#(Self.watch),\#(key)]}"#)
            let text = reply.description
            #expect(text.contains(hint), "\(text)")
            #expect(!text.lowercased().contains(Self.secret.dropLast(2)))
        }
        #expect(try command(bench, "list", "{}")["total"] == 0)
    }

    @Test(
        "D13: the revision rises only with a change; removed keys leave nothing readable behind, the file is the owner's"
    )
    func removed() throws {
        let bench = try Bench()
        #expect(try command(bench, "put", #"{"keys":[\#(Self.watch)]}"#)["revision"] == 1)
        #expect(try command(bench, "put", #"{"keys":[\#(Self.watch)]}"#)["changed"] == 0)
        let bytes = try CheckedKey(
            checking: DecodingKey(name: BeaconName("watch")!, kind: .irk, key: Self.secret))
        #expect(try holds(bytes.bytes, bench.folder.path))
        let reply = try command(bench, "delete", #"{"names":["watch","nobody"]}"#)
        #expect(reply["revision"] == 2)
        #expect(reply["missing"] == ["nobody"])
        #expect(try !holds(bytes.bytes, bench.folder.path))
        for name in ["registry.sqlite", "registry.sqlite-wal"] {
            var status = stat()
            guard stat("\(bench.folder.path)/\(name)", &status) == 0 else { continue }
            #expect(status.st_mode & 0o077 == 0, "\(name)")
        }
        bench.bus.advance(.seconds(1))
        #expect(try bench.retained("monitored")?["keys"] == 2)
    }

    @Test(
        "R12: more keys than one answer holds come by pages, each within the limit, every key once; 4,096 are the most")
    func pages() throws {
        let bench = try Bench()
        func put(_ range: Range<Int>) throws -> JSONValue {
            let keys = range.map { number -> String in
                let name = String(repeating: "k", count: 26) + String(100_000 + number)
                return
                    #"{"name":"\#(name)","kind":"eddystoneEID","key":"\#(Self.secret)","scaler":15,"offset":-9007199254740991}"#
            }
            return try command(bench, "put", #"{"keys":[\#(keys.joined(separator: ","))]}"#)
        }
        for start in stride(from: 0, to: 4_096, by: 256) { #expect(try put(start..<start + 256)["changed"] == 256) }
        #expect(try put(4_096..<4_097)["error"]?["code"] == "commandInvalid")
        var names: [String] = []
        var after = ""
        for _ in 0..<17 {
            let page = try ask(bench, body: #""node":"kitchen"\#(after)"#)
            #expect(page.count == 1)
            guard let page = page.first else { return }
            #expect(page.bytes.count <= MessageCoder.maximumLength)
            names += page["keys"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
            guard let next = page["next"]?.stringValue else { break }
            after = #","after":"\#(next)""#
        }
        #expect(names.count == 4_096 && Set(names).count == 4_096)
    }

    /// Whether bytes stand in one of the files of a folder's registry.
    private func holds(_ bytes: [UInt8], _ folder: String) throws -> Bool {
        for name in ["registry.sqlite", "registry.sqlite-wal"] {
            guard let content = try AtomicFile(path: "\(folder)/\(name)").read(limit: 1 << 26) else { continue }
            for start in content.indices.dropLast(bytes.count - 1)
            where content[start] == bytes[0] && content[start..<(start + bytes.count)].elementsEqual(bytes) {
                return true
            }
        }
        return false
    }
}
