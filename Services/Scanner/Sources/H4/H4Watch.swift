import Glibc
import Schema

/// Looks, after a failed start, whether a controller's line or server is there again.
final class H4Watch: AdapterWatching {
    private let place: H4Source.Place
    private var stream: ByteStream?
    private var lookAt = Instant.zero

    private static let interval: Duration = .seconds(5)

    init(_ place: H4Source.Place) { self.place = place }

    func descriptors(into list: inout [pollfd]) {
        if let stream { list.append(pollfd(fd: stream.descriptor, events: Int16(POLLOUT), revents: 0)) }
    }

    var deadline: Instant? { lookAt }

    func look(at now: Instant) -> AdapterReport? {
        if case .serial(let path, _) = place {
            lookAt = now + Self.interval
            return report(access(path, R_OK | W_OK) == 0)
        }
        if let stream {
            do throws(BeaconBusError) {
                let isThere = try stream.isReady()
                guard isThere || now >= lookAt else { return nil }
                self.stream = nil
                lookAt = now + Self.interval
                return report(isThere)
            } catch {
                self.stream = nil
                lookAt = now + Self.interval
                return report(false)
            }
        }
        guard now >= lookAt else { return nil }
        stream = try? ByteStream(place)
        lookAt = now + (stream == nil ? Self.interval : .seconds(2))
        return stream == nil ? report(false) : nil
    }

    private func report(_ isThere: Bool) -> AdapterReport {
        AdapterReport(name: String(H4Source.name(place).prefix(64)), state: isThere ? .ready : .missing)
    }
}
