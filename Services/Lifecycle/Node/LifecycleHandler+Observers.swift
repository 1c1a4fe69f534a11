import Bus
import Schema

/// Who is on the bus that a node may ask: observers by their registrations and wills, the authority by its status.
extension LifecycleHandler {
    func observerRegistered(_ observer: ObserverID, _ message: IncomingMessage, _ link: BusLink) {
        guard !message.payload.isEmpty else { return identity(.registration(observer, nil), link) }
        do throws(BeaconBusError) {
            identity(.registration(observer, try message.decode(Registration.self).body), link)
        } catch {
            report.unusable(message.topicName, error)
        }
    }

    func observerLost(_ observer: ObserverID, _ message: IncomingMessage, _ link: BusLink) {
        guard !message.payload.isEmpty else {
            return identity(.observerLost(observer, nil, stored: message.retained), link)
        }
        do throws(BeaconBusError) {
            let will = try message.decode(ObserverLost.self).body
            identity(.observerLost(observer, will, stored: message.retained), link)
        } catch {
            report.unusable(message.topicName, error)
        }
    }

    func authorityReported(_ message: IncomingMessage, _ link: BusLink) {
        guard !message.payload.isEmpty else { return }
        do throws(BeaconBusError) {
            let (head, status) = try message.decode(ServiceStatus.self)
            identity(.authority(isReady: status.ready, session: head.session ?? 0), link)
        } catch {
            report.unusable(message.topicName, error)
        }
    }
}

extension ServiceName {
    /// Whom a node asks for certificates.
    static let authority = ServiceName("authority")!
}
