public import Schema

/// Turns advertising reports into sightings: decodes the data, and names the beacon.
///
/// Holds a small table of URL hashes, so that a repeated Eddystone URL costs no hashing and no allocation.
public struct SightingDecoder {
    /// What was decoded since the decoder was made.
    public private(set) var counters = Counters()

    /// What is needed to read encrypted frames and rotating addresses, to look at.
    public var secrets: SensorSecrets { sensors.secrets }

    /// How many encrypted frames were opened with a key.
    public var opened: UInt64 { sensors.secrets.counters.decrypted }

    /// The newest report's sensor frame; of an earlier one, if that had none.
    public private(set) var lastSensor: SensorFrame?

    private var urls = URLHashTable()
    private var sensors = SensorDecoder()

    /// A decoder that has met no URL yet, with the keys and memories of an earlier one if there was one.
    public init(_ secrets: SensorSecrets = SensorSecrets()) {
        sensors.secrets = secrets
    }

    /// Takes other keys; what is kept of devices whose key stays the same goes on.
    public mutating func use(_ keys: KeyRing) { sensors.secrets.use(keys) }

    /// Refuses what the devices with keys had counted before; see ``SensorSecrets/restore(_:)``.
    public mutating func restore(_ marks: [ReplayMark]) { sensors.secrets.restore(marks) }

    /// Tells the time: the monotonic clock for the rules against replay, the wall clock for identifiers that rotate.
    /// To be called with each batch of reports or once a second; cheap.
    public mutating func advance(to now: Instant, wallClock: WallTime) {
        sensors.secrets.advance(to: now, wallClock: wallClock)
    }

    /// Counts of decoded reports.
    public struct Counters: Hashable, Sendable {
        /// Reports decoded.
        public var reports: UInt64 = 0
        /// Reports with a broken AD structure or frame.
        public var broken: UInt64 = 0
        /// Sightings with an identity.
        public var identified: UInt64 = 0
        /// Reports with a sensor's frame.
        public var sensors: UInt64 = 0

        /// Zeroes.
        public init() {}
    }

    /// Decodes a report and hands over its sightings: one for each beacon frame, or a single one without frame.
    public mutating func decode(_ report: AdvertisingReport, _ deliver: (Sighting) -> Void) {
        // Handed on by reference only: a copy right after the parts were written would stall the processor.
        var advertisement = Advertisement()
        advertisement.walk(report.data)
        counters.reports &+= 1
        // What the controller cut short is not the advertiser's mistake.
        if advertisement.problem != nil && report.dataStatus == .complete { counters.broken &+= 1 }
        // Whatever it sends, a device whose key is held is that one beacon.
        if sensors.secrets.resolves, let owner = sensors.resolve(report) {
            return decodeOwned(report, &advertisement, owner, deliver)
        }
        // Nearly everything on the air is one of these three.
        if advertisement.contents.isEmpty { return deliver(Self.sighting(report, &advertisement)) }
        if advertisement.contents == .frame, case .iBeacon = advertisement.frame, let start = advertisement.frameStart {
            // Read from the report's own bytes: what was just written cannot be copied yet.
            let frame = IBeacon(start + 4)
            guard !DisguisedSensor.mayBe(frame) else { return decodeWhole(report, &advertisement, deliver) }
            counters.identified &+= 1
            var sighting = Self.sighting(report, &advertisement)
            sighting.kind = .iBeacon
            sighting.power = Int16(frame.power)
            sighting.identity = frame.identity
            return deliver(sighting)
        }
        if advertisement.contents == .candidate { return decodeSensor(report, &advertisement, deliver) }
        decodeWhole(report, &advertisement, deliver)
    }

    @inline(__always)
    private static func sighting(_ report: AdvertisingReport, _ advertisement: inout Advertisement) -> Sighting {
        var sighting = Sighting(
            identity: nil, address: report.address, addressType: report.addressType, rssi: report.rssi)
        sighting.properties = report.properties
        sighting.txPower = advertisement.txPower
        sighting.nameStart = advertisement.nameStart
        sighting.nameCount = advertisement.nameCount
        sighting.kind = advertisement.kind
        return sighting
    }

    /// The way for a single structure that may be a sensor's, and no frame.
    @inline(never)
    private mutating func decodeSensor(
        _ report: AdvertisingReport, _ advertisement: inout Advertisement, _ deliver: (Sighting) -> Void
    ) {
        var reading = SensorReading()
        sensors.examineCandidate(report, &advertisement, &reading)
        var sighting = Self.sighting(report, &advertisement)
        note(reading, in: &sighting)
        identify(&sighting, by: reading, report)
        deliver(sighting)
    }

    /// The way for a device with a rotating address that a key resolves.
    @inline(never)
    private mutating func decodeOwned(
        _ report: AdvertisingReport, _ advertisement: inout Advertisement, _ owner: BeaconIdentity,
        _ deliver: (Sighting) -> Void
    ) {
        var reading = SensorReading()
        if needsExamination(&advertisement) { sensors.examine(report, &advertisement, &reading) }
        var sighting = Self.sighting(report, &advertisement)
        note(reading, in: &sighting)
        if !reading.isDisguised, let frame = advertisement.frame {
            identify(&sighting, by: frame)
        } else {
            counters.identified &+= 1
        }
        sighting.identity = owner
        deliver(sighting)
    }

    /// The way for all other reports.
    @inline(never)
    private mutating func decodeWhole(
        _ report: AdvertisingReport, _ advertisement: inout Advertisement, _ deliver: (Sighting) -> Void
    ) {
        var reading = SensorReading()
        if needsExamination(&advertisement) { sensors.examine(report, &advertisement, &reading) }
        var sighting = Self.sighting(report, &advertisement)
        note(reading, in: &sighting)
        if !reading.isDisguised, let frame = advertisement.frame {
            identify(&sighting, by: frame)
            deliver(sighting)
        } else {
            identify(&sighting, by: reading, report)
            deliver(sighting)
        }
        if advertisement.furtherFrame != 0 {
            deliverFurther(after: advertisement.furtherFrame, of: report, sighting, deliver)
        }
    }

    /// What the report's structures told.
    @inline(__always)
    private mutating func note(_ reading: SensorReading, in sighting: inout Sighting) {
        if sighting.kind == .unknown || reading.frame != nil { sighting.kind = reading.kind }
        if reading.hasValues { sighting.values = UnsafePointer(sensors.place) }
        guard let frame = reading.frame else { return }
        counters.sensors &+= 1
        lastSensor = frame
    }

    /// Without a beacon's frame: by the sensor's address.
    @inline(__always)
    private mutating func identify(_ sighting: inout Sighting, by reading: SensorReading, _ report: AdvertisingReport) {
        sighting.identity = reading.identity(of: report)
        if sighting.identity != nil { counters.identified &+= 1 }
    }

    /// Whether a report has more in it than beacon frames.
    @inline(__always)
    private func needsExamination(_ advertisement: inout Advertisement) -> Bool {
        if !advertisement.contents.isDisjoint(with: [.candidate, .telemetry]) { return true }
        if advertisement.contents.contains(.encryptedTelemetry) && sensors.secrets.readsTelemetry { return true }
        guard let frame = advertisement.frame else { return false }
        return sensors.isSpecial(frame)
    }

    private mutating func deliverFurther(
        after first: UInt16, of report: AdvertisingReport, _ sighting: Sighting, _ deliver: (Sighting) -> Void
    ) {
        var offset = Int(first)
        while offset != 0 && offset < report.data.count {
            let rest = UnsafeRawBufferPointer(rebasing: report.data[offset...])
            let advertisement = Advertisement(rest)
            guard let frame = advertisement.frame else { return }
            var further = sighting
            identify(&further, by: frame)
            deliver(further)
            guard advertisement.furtherFrame != 0 else { return }
            offset += Int(advertisement.furtherFrame)
        }
    }

    @inline(__always)
    private mutating func identify(_ sighting: inout Sighting, by frame: BeaconFrame) {
        counters.identified &+= 1
        sighting.power = frame.power
        if !sighting.kind.isSensor { sighting.kind = frame.kind }
        switch frame {
        case .iBeacon(let frame):
            sighting.identity = frame.identity
        case .altBeacon(let frame):
            sighting.identity = frame.identity
        case .eddystoneUID(let frame):
            sighting.identity = frame.identity
        case .eddystoneEID(let frame):
            sighting.identity =
                sensors.secrets.identity(eid: frame.identifier, from: sighting.address)
                ?? BeaconIdentity(eddystoneEID: frame.identifier)
        case .eddystoneURL(let frame):
            sighting.identity = BeaconIdentity(eddystoneURLHash: urls.hash(of: frame.url))
            sighting.url = frame.url
        case .uriBeacon(let frame):
            sighting.identity = BeaconIdentity(eddystoneURLHash: urls.hash(of: frame.url))
            sighting.url = frame.url
        case .eddystoneTelemetry, .eddystoneEncryptedTelemetry:
            break
        }
    }
}
