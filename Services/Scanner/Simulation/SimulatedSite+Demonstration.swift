import Schema

/// The simulated site a person sees first.
///
/// Its four beacons with fixed identities are there to be registered, one for each kind of action: iBeacons of
/// ``demonstrationUUID``, major 1, minor 1 … 4.
///
/// | minor | name | what it does | meant for |
/// |---|---|---|---|
/// | 1 | Front desk | stands at the desk, always there | check-in |
/// | 2 | Visitor badge | walks between desk and gallery: changes zone every few seconds | show asset |
/// | 3 | Parcel | comes for 6 s in every 24; with a registered time-out of 6 s it becomes inactive after 12 s | inbox add |
/// | 4 | Poster | hangs on the far wall of the reception | inbox save |
///
/// Besides there are an AltBeacon, an Eddystone UID with telemetry, an Eddystone URL, a wallet with a rotating address,
/// and phones that say nothing of interest.
extension SimulatedSite {
    /// The UUID of the demonstration's beacons.
    static let demonstrationUUID = BeaconUUID(high: 0xb9f7_e2c4_3a1d_4e58, low: 0x8c60_5d2a_7f91_e034)
    /// Their major.
    static let demonstrationMajor: UInt16 = 1

    /// Beacons of major 3 that come and go, each on its own time: `count` of them, `stay` there and `away` by turns.
    struct Visitors: Sendable {
        var count = 0
        var stay: Duration = .seconds(2)
        var away: Duration = .seconds(4)
    }

    /// The demonstration's devices, `phones` phones and what visitors are wanted.
    static func demonstration(
        seed: UInt64, phones: Int = 12, visitors: Visitors = Visitors(), duration: Duration? = nil
    ) -> SimulatedSite {
        var random = SimulatedRandom(seed: seed ^ 0x5eed)
        var devices = beacons
        for _ in 0..<min(max(phones, 0), 100_000) {
            let x = random.fraction() * 18
            let y = random.fraction() * 11
            let way = [FloorPlan.Point(x: x, y: y), FloorPlan.Point(x: y, y: x / 2)]
            devices.append(
                SimulatedDevice(
                    payload: .phone, movement: Movement(way: way, speed: random.fraction()),
                    interval: 0.2 + random.fraction(), rotation: 60 + 600 * random.fraction()))
        }
        for number in 0..<min(max(visitors.count, 0), 100_000) {
            let visits = (present: visitors.stay / .seconds(1), absent: visitors.away / .seconds(1))
            let place = FloorPlan.Point(x: random.fraction() * 8, y: random.fraction() * 6)
            var movement = Movement(way: [place], visits: visits)
            movement.phase = random.fraction() * (visits.present + visits.absent)
            devices.append(
                SimulatedDevice(
                    payload: .iBeacon(
                        uuid: demonstrationUUID, major: 3 + UInt16(number >> 16),
                        minor: UInt16(truncatingIfNeeded: number)), movement: movement, interval: 0.2))
        }
        return SimulatedSite(devices: devices, seed: seed, duration: duration)
    }

    private static func demonstrationBeacon(minor: UInt16) -> SimulatedDevice.Payload {
        .iBeacon(uuid: demonstrationUUID, major: demonstrationMajor, minor: minor)
    }

    private static var beacons: [SimulatedDevice] {
        [
            SimulatedDevice(payload: demonstrationBeacon(minor: 1), movement: .fixed(3, 2), name: "Front desk"),
            SimulatedDevice(
                payload: demonstrationBeacon(minor: 2),
                movement: Movement(way: [FloorPlan.Point(x: 2.2, y: 2.2), FloorPlan.Point(x: 14, y: 3)]),
                interval: 0.2, name: "Visitor badge"),
            SimulatedDevice(
                payload: demonstrationBeacon(minor: 3),
                movement: Movement(way: [FloorPlan.Point(x: 4, y: 3)], visits: (present: 6, absent: 18)),
                interval: 0.25, name: "Parcel"),
            SimulatedDevice(payload: demonstrationBeacon(minor: 4), movement: .fixed(7, 5), name: "Poster"),
            SimulatedDevice(
                payload: .altBeacon(id: Array(0x10...0x23)), movement: .fixed(4, 8), power: -62, interval: 0.5),
            SimulatedDevice(
                payload: .eddystone(namespace: Array(0xa0...0xa9), instance: [0, 0, 0, 0, 0, 7]),
                movement: .fixed(10, 3), interval: 0.4, name: "Thermometer"),
            // Scheme 3 is https://.
            SimulatedDevice(
                payload: .eddystoneURL([3] + Array("beacon.example/".utf8)), movement: .fixed(3, 4), interval: 0.7),
            SimulatedDevice(
                payload: .iBeacon(uuid: demonstrationUUID, major: 2, minor: 1),
                movement: Movement(way: [FloorPlan.Point(x: 1, y: 1), FloorPlan.Point(x: 6, y: 9)], speed: 0.4),
                interval: 0.5, name: "Wallet", rotation: 15),
        ]
    }
}
