import Bus
import Schema
import Support
import Testing

/// `beaconctl calibrate` and `discover` with real services, and a controller that nobody here wrote.
@Suite(
    "Calibration", .serialized, .timeLimit(.minutes(5)),
    .enabled(
        if: MosquittoBroker.isInstalled && VirtualController.isInstalled,
        "needs mosquitto, and bumble from PyPI (deploy/setup --tests)"))
struct CalibrationTests {
    private let folder = TemporaryFolder()
    private let beacon = "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-1-1"

    @Test("R11: a person is guided from place to place; what was found is stored and applied; then for a beacon")
    func guided() async throws {
        let metadata = try MetadataFixture(folder: folder.path)
        let controller = try await VirtualController(.legacy, advertisers: 1, strength: -62, folder: folder.path)
        try await running(metadata.broker, controller) { node in
            let process = try start(
                metadata, ["node", "kitchen", "--beacon", beacon, "--at", "1,2,4,8", "--time", "3s"])
            // RSSI = -62 - 25 log10(d), by a receiver that hears 3 dB too little.
            for (number, strength) in [-62, -70, -77].enumerated() {
                #expect(await process.asks("Enter measures", times: number + 1), "\(process.said)")
                try controller.hear(with: strength)
                process.type("")
            }
            #expect(await process.asks("Enter measures", times: 4), "\(process.said)")
            process.type("s")
            #expect(await process.asks("Store it?"), "\(process.said)")
            #expect(process.said.contains("says -59 dBm of itself"), "\(process.said)")
            process.type("y")
            #expect(await process.end() == 0, "\(process.said)")
            #expect(process.said.contains("kitchen: offset -3 dB, exponent 2.49 (revision "), "\(process.said)")
            #expect(
                await eventually {
                    let receiver = node.scannerStatus?.receiver
                    return receiver?.offset == -3 && receiver?.exponent == 2.49 && receiver?.revision != nil
                })
            try controller.hear(with: -70)
            let single = try start(
                metadata, ["beacon", beacon, "--node", "kitchen", "--time", "3s", "--distance", "2"])
            #expect(await single.asks("Enter measures"), "\(single.said)")
            single.type("")
            #expect(await single.asks("Register it with that?"), "\(single.said)")
            single.type("yes")
            #expect(await single.end() == 0, "\(single.said)")
            // -70 + 3 + 10 · 2.49 · log10(2) = -59.5
            #expect(single.said.contains("\(beacon): measured power -60 dBm"), "\(single.said)")
            let output = "\(folder.path)/show"
            #expect(try await metadata.control(["beacons", "show", beacon], output: output) == 0)
            #expect(try JSONValue.parse(Array(readFile(output).utf8))["power"]?.integerValue == -60)
        }
    }

    @Test("R11: nothing is stored at a no, at the end of the input, and of what cannot be; --yes asks nothing")
    func refused() async throws {
        let metadata = try MetadataFixture(folder: folder.path)
        let controller = try await VirtualController(.legacy, advertisers: 1, strength: -62, folder: folder.path)
        try await running(metadata.broker, controller) { node in
            let flat = try start(metadata, ["node", "kitchen", "--beacon", beacon, "--at", "1,4", "--time", "3s"])
            for number in 1...2 {
                #expect(await flat.asks("Enter measures", times: number), "\(flat.said)")
                flat.type("")
            }
            #expect(await flat.end() == 65)
            #expect(flat.said.contains("a path-loss exponent of 0,"), "\(flat.said)")
            let output = "\(folder.path)/calls"
            // There the input is at its end from the first.
            let node1 = ["calibrate", "node", "kitchen", "--beacon", beacon, "--time", "3s"]
            #expect(try await metadata.control(node1 + ["--at", "1"], output: output) == 66)
            #expect(try await metadata.control(node1 + ["--at", "1,2", "--yes"], output: output) == 64)
            #expect(try await metadata.control(["calibrate", "show"], output: output) == 1)
            #expect(node.scannerStatus?.receiver?.revision == nil)
            #expect(try await metadata.control(node1 + ["--at", "1", "--yes"], output: output) == 0)
            #expect(try await metadata.control(["calibrate", "show"], output: output) == 0)
            #expect(await eventually { node.scannerStatus?.receiver?.offset == -3 })
            #expect(try await metadata.control(["calibrate", "clear", "kitchen"], output: output) == 0)
            #expect(await eventually { node.scannerStatus?.receiver?.offset == 0 })
            #expect(try await metadata.control(["calibrate", "clear", "hall"], output: output) == 1)
            let set = "\(folder.path)/set"
            #expect(try await metadata.control(["calibrate", "set", "hall", "--offset", "3"], output: set) == 0)
            #expect(try readFile(set).contains("No scanner of hall has shown itself"))
            let stranger = "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-1-99"
            #expect(
                try await metadata.control(
                    ["calibrate", "beacon", stranger, "--node", "kitchen", "--time", "1s", "--yes"], output: output)
                    == 1)
            #expect(try readFile(output).contains("kitchen did not hear \(stranger) in 1 s"))
        }
    }

    @Test("D18: discover shows what a node hears")
    func discover() async throws {
        let metadata = try MetadataFixture(folder: folder.path)
        let controller = try await VirtualController(.legacy, advertisers: 3, strength: -66, folder: folder.path)
        try await running(metadata.broker, controller) { _ in
            let output = "\(folder.path)/found"
            #expect(try await metadata.control(["discover", "kitchen", "--time", "3s", "--json"], output: output) == 0)
            let devices = try readFile(output).split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
            #expect(Set(devices.compactMap { $0["beacon"]?.stringValue }).count == 3)
            #expect(devices.allSatisfy { $0["median"]?.doubleValue == -66 && ($0["reports"]?.integerValue ?? 0) > 1 })
        }
    }

    private func running(
        _ broker: MosquittoBroker, _ controller: VirtualController, _ body: (NodeFixture) async throws -> Void
    ) async throws {
        try await NodeFixture.with(broker.address, folder: folder.path) { node in
            try node.launch(.scanner, ["--source", "h4:127.0.0.1:\(controller.port)"])
            try node.launch(.lifecycle, ["--policy", "automatic"])
            #expect(await eventually { node.state?.state == .running && node.scannerStatus?.scanning == true })
            try await body(node)
        }
        controller.kill()
    }

    private func start(_ metadata: MetadataFixture, _ arguments: [String]) throws -> AnsweredProcess {
        try AnsweredProcess(
            BuiltProgram.path("beaconctl"),
            ["calibrate"] + arguments + ["--broker", "127.0.0.1:\(metadata.broker.port)"],
            output: "\(folder.path)/dialogue-\(UInt32.random(in: 0 ... .max))")
    }
}
