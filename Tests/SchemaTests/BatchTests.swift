import Schema
import Support
import Testing

@Suite("Batches by hand")
struct BatchTests {
    @Test("What the writer writes, the reader and the message coder read, and the other way round")
    func agreement() throws {
        let seed: UInt64 = 7
        var source = BatchSource(generator: SeededGenerator(seed: seed))
        for round in 0..<2_000 {
            let (head, batch) = (source.head(), source.batch())
            let written = try BatchWriter.encode(head, batch)
            let read = try BatchReader.read(written)
            try #require(read.batch == batch, "seed \(seed), round \(round)")
            try #require(read.head == head)
            let decoded = try MessageCoder.decode(Batch.self, written)
            try #require(decoded.body == batch && decoded.head == head, "seed \(seed), round \(round)")
            let encoded = try MessageCoder.encode(head, batch)
            try #require(try BatchReader.read(encoded).batch == batch, "seed \(seed), round \(round)")
        }
    }

    @Test("Readings: writer, reader and coder agree")
    func readings() throws {
        var source = BatchSource(generator: SeededGenerator(seed: 8))
        let writer = ReadingsWriter()
        for _ in 0..<1_000 {
            let (head, readings) = (source.head(), source.readings())
            writer.begin(node: readings.node, run: readings.run)
            for entry in readings.beacons { #expect(writer.append(entry)) }
            let written = try #require(writer.finish(head))
            #expect(try BatchReader.readReadings(written).readings == readings)
            #expect(try MessageCoder.decode(Readings.self, written).body == readings)
            #expect(try BatchReader.readReadings(MessageCoder.encode(head, readings)).readings == readings)
        }
    }

    @Test("R18: mutated batches crash nothing, and reader and coder take and refuse the same ones")
    func mutations() throws {
        let seed: UInt64 = 9
        var source = BatchSource(generator: SeededGenerator(seed: seed))
        var taken = 0
        let snippets = [
            "null", "\"", "{", "}", "[", "]", ",", ":", "-", "1e5", ".5", "\\u00", "true", "\"v\":1,", "0", "{}",
        ]
        for round in 0..<6_000 {
            var bytes = try BatchWriter.encode(source.head(), source.batch())
            for _ in 0..<source.number(1...3) where !bytes.isEmpty {
                let at = Int(source.number(0...Int64(bytes.count - 1)))
                switch source.number(0...4) {
                case 0: bytes[at] = UInt8(truncatingIfNeeded: source.generator.next())
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(contentsOf: Array(source.pick(snippets).utf8), at: at)
                case 3: bytes[at] ^= 1 << UInt8(source.number(0...7))
                default: bytes.removeSubrange(at..<min(bytes.count, at + Int(source.number(1...40))))
                }
            }
            let byHand = Result { try BatchReader.read(bytes) }
            let byCoder = Result { try MessageCoder.decode(Batch.self, bytes) }
            switch (byHand, byCoder) {
            case (.success(let left), .success(let right)):
                taken += 1
                try #require(left.batch == right.body && left.head == right.head, "seed \(seed), round \(round)")
            case (.failure, .failure): break
            // The reader does not keep unknown keys, so it cannot see one of them twice.
            case (.success, .failure(let error as BeaconBusError)) where error.reason.contains("occurs twice"): break
            case (.success, .failure(let error)), (.failure(let error), .success):
                Issue.record(
                    "seed \(seed), round \(round): only one refuses: \(error) \(String(decoding: bytes, as: UTF8.self))"
                )
                return
            }
        }
        #expect(taken > 150)
    }

    @Test("R12: a batch is split at 128 entries or 60 KiB, whichever comes first")
    func splitting() throws {
        var source = BatchSource(generator: SeededGenerator(seed: 10))
        let writer = BatchWriter()
        let head = Head(
            from: ClientID("s.\(String(repeating: "x", count: 24)).\(String(repeating: "y", count: 32))"),
            session: 9_007_199_254_740_991, seq: 9_007_199_254_740_991, at: .epoch)
        let plain = BatchEntry(
            beacon: source.beacon(), activation: source.activation(), zone: .near, age: 0, sinceFirst: 0, samples: 1,
            cause: .arrived)
        writer.begin(node: source.node(), kind: .active, run: source.run())
        #expect(writer.finish(head) == nil)
        for _ in 0..<128 { #expect(writer.append(plain)) }
        #expect(!writer.append(plain))
        #expect(try BatchReader.read(#require(writer.finish(head))).batch.beacons.count == 128)

        // The longest entry there can be: every byte of every text takes six.
        var long = plain
        let worst = String(repeating: "\u{1}", count: 1_000)
        long.name = worst
        long.url = worst
        long.changes = (0..<20).map { _ in BatchChange(field: worst, from: .text(worst), to: .text(worst)) }
        writer.begin(node: source.node(), kind: .changed, run: source.run())
        #expect(writer.append(long))
        #expect(!writer.append(long))
        #expect(writer.append(plain))
        #expect(!writer.append(long))
        #expect(writer.append(plain))
        let bytes = try #require(writer.finish(head))
        #expect(bytes.count <= MessageCoder.maximumLength)
        let read = try BatchReader.read(bytes).batch
        #expect(read.beacons.count == 3)
        #expect(read.beacons[0].name == String(repeating: "\u{1}", count: 256))
    }

    @Test("R10: a long name is cut at a character")
    func cutting() {
        var entry = BatchEntry(
            beacon: BeaconID("mac-aabbccddeeff")!, activation: ActivationID("n.c0ffee00d15ea5e5.1")!, zone: .far,
            age: 0,
            sinceFirst: 0, samples: 0, cause: .initial, name: "x" + String(repeating: "€", count: 100))
        #expect(entry.name == "x" + String(repeating: "€", count: 85))
        entry.name = String(repeating: "y", count: 300)
        #expect(entry.name?.utf8.count == 256)
    }

    @Test("A wrong batch is refused with the path of the field and the reason")
    func refusals() throws {
        let entry =
            #"{"beacon":"mac-aabbccddeeff","activation":"n.c0ffee00d15ea5e5.1","format":"mac","zone":"near","age":1,"sinceFirst":2,"samples":3,"cause":"silent""#
        func message(_ entries: String, kind: String = "active", more: String = "") -> [UInt8] {
            Array(#"{"v":1,"node":"n","kind":"\#(kind)","run":"1.1"\#(more),"beacons":[\#(entries)]}"#.utf8)
        }
        #expect(try BatchReader.read(message(entry + "}")).batch.beacons.count == 1)
        for (bytes, reason) in [
            (message(""), "beacons must not be empty"),
            (message(entry + #","rssi":"-60"}"#), "beacons[0].rssi must be a number, not a string"),
            (message(entry + #","rssi":-128}"#), "beacons[0].rssi must be from -127.0 to 127.0"),
            (message(entry + "}," + entry + #","entry":1.5}"#), "beacons[1].entry must be an integer"),
            (message(entry + #","changes":[{"field":"zone"},{}]}"#), "beacons[0].changes[1].field is missing"),
            (message(entry + #","major":65536}"#), "beacons[0].major must be from 0 to 65535"),
            (
                message(entry.replacing("near", with: "moon") + "}"),
                #"beacons[0].zone must be one of immediate, near, far, unknown, not "moon""#
            ),
            (message(entry.replacing(#""near""#, with: "null") + "}"), "beacons[0].zone is missing"),
            (message(entry + #","zone":"far"}"#), #"the key "zone" occurs twice at byte 210"#),
            (
                message(entry + "}", kind: "journal", more: #","journal":"c0ffee00d15ea5e5""#),
                "message of kind journal must have entries with kind and entry"
            ),
            (
                message(entry + "}", kind: "gone"),
                #"kind must be one of active, inactive, changed, journal, not "gone""#
            ),
            (message(entry + "}", more: #","journal":7"#), "journal must be a string, not a number"),
            (message(entry + "]"), #""}" is missing at byte 202"#),
            (Array(#"{"v":2}"#.utf8), "node is missing"),
        ] {
            let error = #expect(throws: BeaconBusError.self) { try BatchReader.read(bytes) }
            #expect(error?.reason == reason)
        }
    }
}
