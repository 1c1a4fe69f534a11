import Bus
import Fleets
import Schema
import ServiceKit

/// What the fleets say.
extension BridgeCore {
    /// Rooms whose availability is remembered before they are nodes.
    private static let mostHeld = 1_024

    /// Takes what the fleets said since the last time. What has waited too long is no sighting any more (R13).
    func takeFleet(_ link: BusLink) {
        guard isOpen, !isStopping else { return }
        for arrival in inbox.take() {
            let waited = max(link.now - arrival.at, .zero)
            switch arrival.word {
            case .message(let fleet, .reports(let room, let reports)):
                let fresh = fresh(reports, waited)
                guard !fresh.isEmpty else { continue }
                node(RoomBook.Room(fleet: fleet, name: room), link)?.push(fresh, link)
            case .message(let fleet, .away(let room, let beacon)):
                guard waited <= FleetReport.greatestAge else {
                    counters["staleReports", default: 0] += 1
                    continue
                }
                node(RoomBook.Room(fleet: fleet, name: room), link)?.leave(beacon, link)
            case .message(let fleet, .availability(let room, let isOnline)):
                announce(RoomBook.Room(fleet: fleet, name: room), isOnline, link)
            case .message(_, .ignored): break
            case .connection(true): listening = link.now
            case .connection(false): deafen(link)
            }
        }
    }

    /// The reports that are young enough still, each as old as it is now.
    private func fresh(_ reports: [FleetReport], _ waited: Duration) -> [FleetReport] {
        var fresh = reports
        for place in fresh.indices { fresh[place].age += waited }
        fresh.removeAll { $0.age > FleetReport.greatestAge }
        if fresh.count < reports.count {
            counters["staleReports", default: 0] += Int64(reports.count - fresh.count)
        }
        return fresh
    }

    /// A gateway came or went. One that has never spoken of a beacon is no node: it may have no Bluetooth, or be long gone.
    private func announce(_ room: RoomBook.Room, _ isOnline: Bool, _ link: BusLink) {
        if let node = book.known(room).flatMap({ nodes[$0] }) { return node.announce(isOnline, link) }
        if held[room] != nil || held.count < Self.mostHeld {
            held[room] = isOnline
        } else {
            counters["droppedAvailabilities", default: 0] += 1
        }
    }

    /// Without the fleets' broker nobody knows what the rooms hear: their beacons are unknown, not away (D9). Rooms come
    /// back with the fleet's word, which is retained or comes with the next beacon.
    private func deafen(_ link: BusLink) {
        listening = nil
        held = [:]
        for node in nodes.values {
            node.isAnnounced = false
            node.go(
                BeaconBusError(
                    .gatewayOffline, reason: "the connection to the fleets' broker was lost",
                    suggestion: "Look at that broker, and at bridge.broker."), link)
        }
    }
}
