import Bus
import Schema
import ServiceKit
import Support
import Testing

@testable import MetadataService

/// A metadata service on a virtual bus, and an operator beside it.
final class MetadataBench {
    let bus = VirtualBus()
    let folder = TemporaryFolder()
    let client: VirtualClient<MetadataHandler>
    let published: VirtualTap
    private let answers: VirtualTap
    private var requests = 0

    static let prefix = "beaconbus/home"
    static let site: SiteID = {
        guard let site = SiteID("home") else { preconditionFailure("home is a site") }
        return site
    }()

    /// - Parameter prepare: works on the data folder before the service opens it.
    init(
        formats: [BeaconFormat] = [.iBeacon], rules: [MonitorRule] = [], quiet: Duration = .zero, session: UInt64 = 100,
        prepare: (String) throws -> Void = { _ in }
    ) throws {
        published = bus.tap("beaconbus/home/#")
        answers = bus.tap("beaconbus-private/home/replies/op_anna/#")
        try prepare(folder.path)
        let setup = MetadataHandler.Setup(
            folder: folder.path, formats: formats, rules: rules, quiet: quiet, version: "0", instance: "test/1")
        client = bus.join(try Self.configuration(session: session)) { link in
            MetadataHandler(setup, link: link, metrics: Metrics(), logger: .silent)
        }
        bus.advance(.milliseconds(1))
    }

    static func configuration(session: UInt64) throws -> BusConfiguration {
        BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1),
            clientID: try #require(ClientID(kind: .service, site: site, name: "metadata")), roots: Roots(site: site),
            session: session, ownState: .service(MetadataHandler.name),
            will: .lost(.serviceLost(MetadataHandler.name)))
    }

    /// Sends a request as the operator and returns its answers.
    @discardableResult
    func ask(_ topic: String, _ body: String, retain: Bool = false) throws -> [JSONValue] {
        try ask(path: "\(Self.prefix)/metadata/\(topic)/op_anna", body, retain: retain)
    }

    /// The same on any topic.
    func ask(path: String, _ body: String, retain: Bool = false) throws -> [JSONValue] {
        requests += 1
        let id = String(repeating: "0", count: 32 - String(requests).utf8.count) + String(requests)
        let head = #"{"v":1,"id":"\#(id)","replyTo":"beaconbus-private/home/replies/op_anna/\#(id)""#
        let members = body == "{}" ? "}" : "," + body.dropFirst()
        bus.inject(path, head + members, retain: retain)
        return try answers.take().map { try JSONValue.parse($0.payload, maximumDepth: 24) }
    }

    /// The same where exactly one answer is expected (D14).
    func askOnce(_ topic: String, _ body: String) throws -> JSONValue {
        let list = try ask(topic, body)
        #expect(list.count == 1)
        return list.first ?? .null
    }

    /// The retained message of a topic below the public root.
    func retained(_ topic: String) throws -> JSONValue? {
        try bus.broker.retained["\(Self.prefix)/\(topic)"].map { try JSONValue.parse($0.payload, maximumDepth: 24) }
    }

    /// What was published on a topic since the last time.
    func taken(_ topic: String) throws -> [JSONValue] {
        try published.take().filter { $0.topic == "\(Self.prefix)/\(topic)" }.map {
            try JSONValue.parse($0.payload, maximumDepth: 24)
        }
    }

    static let uuid = "fda50693-a4e2-4fb1-afcf-c6eb07647825"

    static func id(_ minor: Int) -> String { "ibeacon-\(uuid)-1-\(minor)" }

    static func record(_ minor: Int, _ metadata: String = "{}") -> String {
        #"{"uuid":"\#(uuid)","major":1,"minor":\#(minor),"metadata":\#(metadata)}"#
    }
}
