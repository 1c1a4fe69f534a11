import Adapters
import Glibc
import Schema

/// Looks, after a failed start, whether a controller's line or server is there again; once it is, not any more: to look is to
/// connect, and many a server has room for one only.
final class H4Watch: AdapterWatching {
    private let place: StreamPlace
    private var stream: ByteStream?
    /// What failed although the controller was there is tried again after a while only.
    private let holds: Bool
    /// When it looks next; nil before the first time.
    private var lookAt: Instant?
    private var hasFound = false

    private static let interval: Duration = .seconds(5)
    private static let connectTime: Duration = .seconds(2)
    private static let hold: Duration = .seconds(30)

    init(_ place: StreamPlace, after cause: ErrorCode) {
        self.place = place
        holds = cause == .adapterBusy || cause == .adapterFailed
    }

    func descriptors(into list: inout [pollfd]) {
        if let stream { list.append(pollfd(fd: stream.descriptor, events: Int16(POLLOUT), revents: 0)) }
    }

    var deadline: Instant? { hasFound ? nil : lookAt ?? .zero }

    func look(at now: Instant) -> AdapterReport? {
        guard !hasFound else { return nil }
        let due = lookAt ?? (holds ? now + Self.hold : now)
        if lookAt == nil { lookAt = due }
        if let stream { return ask(stream, at: now, until: due) }
        guard now >= due else { return nil }
        if case .serial(let path, _) = place { return report(access(path, R_OK | W_OK) == 0, now) }
        stream = try? ByteStream(place)
        guard stream != nil else { return report(false, now) }
        lookAt = now + Self.connectTime
        return nil
    }

    /// What has become of the connection.
    private func ask(_ stream: ByteStream, at now: Instant, until due: Instant) -> AdapterReport? {
        do throws(BeaconBusError) {
            let isThere = try stream.isReady()
            return isThere || now >= due ? report(isThere, now) : nil
        } catch {
            return report(false, now)
        }
    }

    private func report(_ isThere: Bool, _ now: Instant) -> AdapterReport {
        stream = nil
        hasFound = isThere
        lookAt = now + Self.interval
        return AdapterReport(name: String(H4Source.name(place).prefix(64)), state: isThere ? .ready : .missing)
    }
}
