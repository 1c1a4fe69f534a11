import Schema

/// What D12 says, written down as plainly as possible and as slowly: every beacon is looked at every time.
struct ReferenceTracker {
    struct Transition: Hashable {
        var isActive: Bool
        var activation: UInt64
    }

    private struct Beacon {
        var sightings: [Int64] = []
        var activation: UInt64?
    }

    var window: Int64 = 10_000_000_000
    var timeout: Int64 = 30_000_000_000
    var registered: Set<BeaconIdentity> = []
    private var beacons: [BeaconIdentity: Beacon] = [:]
    private(set) var log: [BeaconIdentity: [Transition]] = [:]
    private var next: UInt64 = 1

    mutating func advance(to now: Int64) {
        for (identity, beacon) in beacons {
            guard let activation = beacon.activation, let last = beacon.sightings.last, now - last >= timeout else {
                continue
            }
            log[identity, default: []].append(Transition(isActive: false, activation: activation))
            beacons[identity] = Beacon()
        }
    }

    mutating func sight(_ identity: BeaconIdentity, at now: Int64) {
        advance(to: now)
        var beacon = beacons[identity] ?? Beacon()
        beacon.sightings.append(now)
        let needed = registered.contains(identity) ? 1 : 2
        if beacon.activation == nil, beacon.sightings.filter({ now - $0 <= window }).count >= needed {
            beacon.activation = next
            log[identity, default: []].append(Transition(isActive: true, activation: next))
            next += 1
        }
        beacons[identity] = beacon
    }
}
