import Glibc
import Identity
import Schema
import Support
import Testing

/// Who does not get in at all, and what listens.
@Suite("The doors of the closed bus", .enabled(if: ClosedBroker.isInstalled), .serialized, .timeLimit(.minutes(3)))
struct ClosedDoorTests {
    private let folder = TemporaryFolder()

    private func made(_ clients: [String]) async throws -> (ClosedSite, ClosedBroker, ClosedGate) {
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker)
        for client in clients { try site.pair(client) }
        try site.publish()
        let gate = try ClosedGate(site, broker)
        #expect(await gate.settled())
        return (site, broker, gate)
    }

    private func ports(_ broker: ClosedBroker) -> [UInt16] { [broker.nodes, broker.people, broker.bootstrap] }

    /// mosquitto_sub for a second; what it printed.
    private func listen(_ port: UInt16, _ more: [String]) async throws -> (output: String, code: Int32?) {
        let output = "\(folder.path)/sub-\(UInt32.random(in: 0 ... .max))"
        let process = try ChildProcess(
            "/usr/bin/mosquitto_sub", ["-h", "127.0.0.1", "-p", "\(port)", "-v", "-W", "1"] + more, output: output)
        let status = await process.ended(within: .seconds(20))
        return ((try? readFile(output)) ?? "", status.flatMap { ChildProcess.exitCode($0) })
    }

    @Test("mosquitto_sub without a certificate gets nothing, with one only what it may")
    func listeners() async throws {
        let (site, broker, gate) = try await made([
            "op.home.anna", "n.home.kitchen", "boot.home.join", "svc.home.metadata",
        ])
        let authority = "\(site.broker)/authority.pem"
        // Something to be had: retained, public and private.
        let writer = RawClient(
            "w", tls: (authority, try site.pair("n.home.kitchen").certificate, try site.pair("n.home.kitchen").key))
        #expect(writer.connect(broker.nodes) == .accepted)
        _ = writer.publish(
            [
                ("beaconbus/home/nodes/kitchen/state", "public"),
                ("beaconbus-private/home/replies/op_bert/1", "private"),
            ], retain: true)
        for port in ports(broker) {
            for more in [[], ["--cafile", authority], ["--insecure", "--cafile", authority]] {
                let (output, code) = try await listen(port, ["-t", "#"] + more)
                #expect(!output.contains("beaconbus") && code != 0, "\(more): \(output)")
            }
        }
        func asked(_ client: String, _ topics: [String]) async throws -> String {
            let pair = try site.pair(client)
            return try await listen(
                broker.people,
                ["--cafile", authority, "--cert", pair.certificate, "--key", pair.key, "-V", "5"]
                    + topics.flatMap { ["-t", $0] }
            ).output
        }
        let anna = try await asked("op.home.anna", ["beaconbus/home/#", "beaconbus-private/home/#", "#"])
        #expect(anna.contains("beaconbus/home/nodes/kitchen/state public"))
        #expect(!anna.contains("private/home"))
        let joiner = try await asked("boot.home.join", ["beaconbus/home/#", "#", "beaconbus-private/home/join/+"])
        #expect(!joiner.contains("kitchen"))
        withExtendedLifetime(gate) {}
    }

    @Test("T25: plain text, TLS 1.2 and older are refused on every port, and nothing else listens")
    func downgrade() async throws {
        let (site, broker, gate) = try await made(["op.home.anna"])
        let pair = try site.pair("op.home.anna")
        let authority = "\(site.broker)/authority.pem"
        for port in ports(broker) {
            #expect(RawClient("plain", tls: nil).connect(port, within: 5) != .accepted)
            for version in ["-tls1", "-tls1_1", "-tls1_2", "-tls1_3"] {
                let output = "\(folder.path)/tls\(port)\(version)"
                let process = try ChildProcess(
                    "/usr/bin/openssl",
                    [
                        "s_client", "-connect", "127.0.0.1:\(port)", "-CAfile", authority, "-cert", pair.certificate,
                        "-key", pair.key, version,
                    ], output: output)
                _ = await process.ended(within: .seconds(20))
                let isIn = try readFile(output).contains("New, TLSv1")
                #expect(isIn == (version == "-tls1_3"), "\(version) on \(port)")
            }
        }
        let open = try await runTool("/usr/bin/ss", ["-ltnpH"], in: folder.path).split(separator: "\n")
            .filter { $0.contains("pid=\(broker.pid ?? 0),") }
        #expect(open.count == 3 && open.allSatisfy { $0.contains("127.0.0.1:") }, "\(open)")
        withExtendedLifetime(gate) {}
    }

    @Test("T25: mosquitto 2.0.11 cannot be told to refuse MQTT 3.1.1, but such a client gets no more than its rights")
    func oldProtocol() async throws {
        let (site, broker, gate) = try await made(["n.home.kitchen", "op.home.anna"])
        func client(_ name: String, _ version: Int32) throws -> RawClient {
            let pair = try site.pair(name)
            return RawClient(name, tls: ("\(site.broker)/authority.pem", pair.certificate, pair.key), version: version)
        }
        let witness = try client("op.home.anna", 5)
        #expect(witness.connect(broker.people) == .accepted && witness.subscribe(["beaconbus/home/#"]) == [1])
        let old = try client("n.home.kitchen", 4)
        #expect(old.connect(broker.nodes) == .accepted)
        #expect(old.subscribe(["beaconbus-private/home/#", "beaconbus/home/nodes/hall/#"]) == [0x80, 0x80])
        _ = old.publish([("beaconbus/home/nodes/hall/state", "no"), ("beaconbus/home/nodes/kitchen/state", "yes")])
        witness.loop { witness.received.contains { $0.payload == "yes" } }
        #expect(!witness.received.contains { $0.payload == "no" })
        withExtendedLifetime(gate) {}
    }

    @Test("A certificate of another authority, an expired one, a server's, and one of a strange name stay outside")
    func certificates() async throws {
        let (site, broker, gate) = try await made(["n.home.kitchen"])
        let other = TemporaryFolder()
        let foreign = try ClosedSite("home", folder: other.path).pair("n.home.kitchen")
        let expired = try site.renew("n.home.kitchen", notAfter: .now() - .seconds(5))
        let server = ClosedSite.Pair(
            certificate: "\(site.data)/tls/server.crt", key: "\(site.data)/tls/server.key", serial: "")
        for port in ports(broker) {
            for pair in [foreign, expired, server] {
                let client = RawClient(
                    "n.home.kitchen", tls: ("\(site.broker)/authority.pem", pair.certificate, pair.key))
                #expect(client.connect(port) != .accepted, "\(pair.certificate)")
            }
        }
        withExtendedLifetime(gate) {}
    }

    @Test("R9: nobody pushes another off: a client id is the certificate's name, or one that is nobody's name")
    func clientIDs() async throws {
        let (site, broker, gate) = try await made(["n.home.kitchen", "n.home.hall", "op.home.anna"])
        func client(_ name: String, id: String, isFree: Bool = false) throws -> RawClient {
            let pair = try site.pair(name)
            return RawClient(
                id, isFree: isFree,
                tls: ("\(site.broker)/authority.pem", pair.certificate, pair.key))
        }
        let kitchen = try client("n.home.kitchen", id: "anything")
        #expect(kitchen.connect(broker.nodes) == .accepted)
        let hall = try client("n.home.hall", id: "n.home.kitchen")
        #expect(hall.connect(broker.nodes) == .accepted)
        let boot = try client("n.home.hall", id: "n.home.kitchen")
        #expect(boot.connect(broker.bootstrap) == .accepted)
        kitchen.loop(0.2)
        hall.loop(0.2)
        #expect(kitchen.isOpen && !hall.isOpen, "hall's second connection took over from its first, not from kitchen")
        for port in ports(broker) {
            for name in ["n.home.hall", "op.home.anna"] {
                let thief = try client(name, id: "n.home.kitchen", isFree: true)
                #expect(thief.connect(port) == .refused(0x87), "\(name) on \(port)")
            }
        }
        kitchen.loop(0.2)
        #expect(kitchen.isOpen)
        let people = try (0..<3).map { try client("op.home.anna", id: "op.home.anna-\($0)") }
        for one in people { #expect(one.connect(broker.people) == .accepted) }
        for one in people {
            one.loop(0.05)
            #expect(one.isOpen)
        }
        withExtendedLifetime(gate) {}
    }
}
