import Schema

/// A site with rooms, fixed and walking tags and passing phones, as a node's radio would hear it. Pure and seeded.
///
/// RSSI = power − path loss − walls + slow log-normal shadowing + fast fading of the packet; now and then a deep fade.
/// Packets are lost at random, and when they are too weak. Every advertisement becomes the bytes of a real HCI event.
struct SimulatedSite: Sendable {
    /// What the air does to packets.
    struct Air: Sendable {
        /// Deviation of the slow shadowing, dB; it wanders within about ten seconds.
        var shadowing = 2.0
        /// Deviation of the fast fading of single packets, dB.
        var fading = 2.5
        /// Part of the packets that fade by another 10 to 20 dB.
        var deepFades = 0.03
        /// Part of the packets that are lost whatever their strength.
        var loss = 0.25
        /// Weaker packets are not heard, dBm.
        var sensitivity = -97.0
    }

    private struct State {
        var address: UInt64
        var rotated = 0.0
        var count: UInt32 = 0
        var shadow = 0.0
        var lastTime = 0.0
    }

    private struct Turn: Comparable {
        var time: Int64
        var device: Int32

        static func < (left: Turn, right: Turn) -> Bool {
            left.time == right.time ? left.device < right.device : left.time < right.time
        }
    }

    private let plan: FloorPlan
    private let air: Air
    private let devices: [SimulatedDevice]
    private let duration: Int64
    private var states: [State] = []
    private var turns = Heap<Turn>()
    private var random: SimulatedRandom
    private var scanResponse: (time: Int64, device: Int32)?

    /// The devices on a floor plan. After `duration` the site falls silent for good; nil = never.
    init(
        devices: [SimulatedDevice], plan: FloorPlan = .demonstration, air: Air = Air(), seed: UInt64,
        duration: Duration? = nil
    ) {
        self.devices = devices
        self.plan = plan
        self.air = air
        self.duration = duration?.saturatedNanoseconds ?? .max
        random = SimulatedRandom(seed: seed)
        for (index, device) in devices.enumerated() {
            states.append(State(address: Self.address(for: device, &random)))
            turns.insert(Turn(time: Int64(random.fraction() * device.interval * 1e9), device: Int32(index)))
        }
    }

    /// Writes the next event heard into `event` and gives its time in nanoseconds since the start; nil after the end.
    mutating func next(into event: inout [UInt8]) -> Int64? {
        if let response = scanResponse {
            scanResponse = nil
            if let time = answer(response.time, response.device, &event) { return time }
        }
        while let turn = turns.popFirst(), turn.time <= duration {
            let device = devices[Int(turn.device)]
            // The link layer adds up to 10 ms to every interval, so that advertisers do not march in step.
            let pause = device.interval * 1e9 + random.fraction() * 10e6
            turns.insert(Turn(time: turn.time &+ Int64(pause), device: turn.device))
            if advertise(turn, device, &event) { return turn.time }
        }
        return nil
    }

    private mutating func advertise(_ turn: Turn, _ device: SimulatedDevice, _ event: inout [UInt8]) -> Bool {
        let index = Int(turn.device)
        let seconds = Double(turn.time) * 1e-9
        guard device.movement.isPresent(at: seconds) else { return false }
        if let rotation = device.rotation, seconds - states[index].rotated >= rotation {
            states[index].address = Self.address(for: device, &random)
            states[index].rotated = seconds
        }
        let count = states[index].count
        states[index].count &+= 1
        let data = SimulatedFrame.data(of: device, count: count, seconds: seconds, random: &random)
        guard let rssi = strength(of: device, index, seconds) else { return false }
        if device.name != nil, count % 3 == 0 { scanResponse = (turn.time &+ 400_000, turn.device) }
        let type: UInt8 = device.name == nil ? 3 : 0
        SimulatedFrame.event(type: type, address: states[index].address, rssi: rssi, data: data, into: &event)
        return true
    }

    private mutating func answer(_ time: Int64, _ index: Int32, _ event: inout [UInt8]) -> Int64? {
        let device = devices[Int(index)]
        guard let name = device.name, let rssi = strength(of: device, Int(index), Double(time) * 1e-9) else {
            return nil
        }
        SimulatedFrame.event(
            type: 4, address: states[Int(index)].address, rssi: rssi, data: SimulatedFrame.name(name), into: &event)
        return time
    }

    /// How strong a packet arrives, dBm; nil if it is lost.
    private mutating func strength(of device: SimulatedDevice, _ index: Int, _ seconds: Double) -> Int8? {
        guard random.fraction() >= air.loss else { return nil }
        // A walk of the first order that forgets within ten seconds.
        let memory = max(0, 1 - (seconds - states[index].lastTime) / 10)
        let fresh = (1 - memory * memory).squareRoot()
        states[index].shadow = states[index].shadow * memory + air.shadowing * fresh * random.normal()
        states[index].lastTime = seconds
        var level = Double(device.power) - plan.loss(at: device.movement.position(at: seconds))
        level += states[index].shadow + air.fading * random.normal()
        if random.fraction() < air.deepFades { level -= 10 + 10 * random.fraction() }
        guard level >= air.sensitivity else { return nil }
        return Int8(clamping: Int(min(level, 20).rounded()))
    }

    /// A random address of the kind the device uses: static, or resolvable where it rotates.
    private static func address(for device: SimulatedDevice, _ random: inout SimulatedRandom) -> UInt64 {
        let bits = random.next() & 0x3fff_ffff_ffff
        return bits | (device.rotation == nil ? 0b11 << 46 : 0b01 << 46)
    }
}
