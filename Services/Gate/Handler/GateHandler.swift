import Access
import Bus
import Schema
import ServiceKit

/// The gate as the bus sees it: takes what the files say, steers the broker's plugin, and tells what is. Confined to the
/// bus thread.
final class GateHandler: BusHandler {
    /// What the handler is built from.
    struct Setup: Sendable {
        var settings: GateSettings
        /// Shown in the status: program version, and host and process.
        var version: String
        var instance: String
        /// What an earlier run has carried out.
        var applied: AppliedRecord?
    }

    static let name: ServiceName = {
        guard let name = ServiceName("gate") else { preconditionFailure("gate is a service name") }
        return name
    }()

    /// A status goes out for counters alone at most this often; the list's age is judged at least this often.
    static let statusInterval = Duration.seconds(10)
    /// So long after the start it is no news that an authority started with it has written nothing yet.
    static let startingTime = Duration.seconds(10)

    let setup: Setup
    let logger: Logger
    let metrics: GateMetrics
    let conditions: GateConditions
    private let onLockout: (Lockout.State) -> Void
    private let adoptSession: (UInt64) throws -> Void
    private let clock: () -> WallTime
    var reconciler: Reconciler
    var view = GateView()
    var authority: String?
    var applied: AppliedRecord
    var recordError: BeaconBusError?
    var busError: BeaconBusError?
    var published: ServiceStatus?
    var statusAt: Instant?
    var recordAt: Instant?
    var loggedError: BeaconBusError?
    let startedAt: Instant
    private var sent: UInt64 = 0

    /// - Parameters:
    ///   - onLockout: told whether the broker lets the gate in.
    ///   - adoptSession: stores a session that is higher than the own one.
    init(
        _ setup: Setup, link: BusLink, metrics: Metrics, logger: Logger, conditions: GateConditions,
        clock: @escaping () -> WallTime = { WallTime.now() }, onLockout: @escaping (Lockout.State) -> Void = { _ in },
        adoptSession: @escaping (UInt64) throws -> Void = { _ in }
    ) {
        self.setup = setup
        self.logger = logger
        self.metrics = GateMetrics(metrics)
        self.conditions = conditions
        self.clock = clock
        startedAt = link.now
        self.onLockout = onLockout
        self.adoptSession = adoptSession
        // What an earlier run reached may have been undone since; the list's number only rises.
        applied = AppliedRecord(
            revision: 0, crlNumber: setup.applied?.crlNumber ?? 0, authority: setup.applied?.authority, at: clock())
        reconciler = Reconciler(site: setup.settings.roots.site, prefix: "\(link.clientID).\(link.session)")
    }

    /// What the plugin answers to.
    static func subscriptions(_ variant: GateKeys.Variant) -> [Subscription] {
        variant == .dynamicSecurity ? [Subscription(raw: DynamicSecurity.responseTopic)] : []
    }

    var now: WallTime { clock() }
    var isSteering: Bool { setup.settings.variant == .dynamicSecurity }

    /// The files have been looked at.
    func take(_ view: GateView, authority: String?, _ link: BusLink) {
        let isNew = view.document != self.view.document
        self.view = view
        self.authority = authority
        if isNew, isSteering, let document = view.document {
            reconciler.want(document.revision, DynamicSecurity.Contents(document, in: setup.settings.roots))
        }
        work(link)
    }

    func connected(_ link: BusLink) {
        busError = nil
        onLockout(.none)
        conditions.setBus(.good)
        reconciler.connected()
        publishStatus(link)
        work(link)
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        busError = failure.error
        switch failure.kind {
        case .unauthorised, .subscriptionRefused: onLockout(.refused)
        default: onLockout(.away)
        }
        conditions.setBus(.degraded("\(failure.error.code): \(failure.error.reason)"))
        reconciler.disconnected()
        work(link)
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages where message.topicName == DynamicSecurity.responseTopic {
            do throws(BeaconBusError) {
                reconciler.answered(try DynamicSecurity.Response.read(message.payload, maximumBytes: 4 << 20), link.now)
            } catch {
                logger.warning("the broker's plugin gave an answer that is none", .reason(error.reason))
            }
        }
        work(link)
    }

    func published(_ token: PublishToken, _ outcome: PublishOutcome, _ link: BusLink) {
        guard token.value == sent, case .refused(let error) = outcome else { return }
        reconciler.refused(error, link.now)
        work(link)
    }

    func adopt(session: UInt64) throws {
        try adoptSession(session)
    }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        work(link)
        return [reconciler.deadline, statusAt.map { $0 + Self.statusInterval }, recordDue].compactMap(\.self).min()
    }

    func stopping(_ link: BusLink) {
        publishStatus(link, isOnline: false)
    }

    /// Sends what is to be sent, and tells what has become different.
    private func work(_ link: BusLink) {
        if isSteering, link.isConnected, let message = reconciler.next(link.now) {
            sent += 1
            do throws(BeaconBusError) {
                try link.publish(
                    rawTopic: DynamicSecurity.commandTopic, message, token: PublishToken(sent))
            } catch {
                reconciler.refused(error, link.now)
            }
        }
        record(link.now)
        report(link)
    }
}
