internal import Schema

/// Looks through the structures of a report that are no beacon frames: what sends it, and what it measures.
///
/// Nothing is allocated for a report; what is remembered is bounded.
struct SensorDecoder {
    /// What the report measured; stays until the next report is examined.
    var values: TelemetryValues {
        @inline(__always) _read { yield place.pointee }
        @inline(__always) nonmutating _modify { yield &place.pointee }
    }

    /// Where that is. Accessed by itself where something else of the decoder is handed over too: through `values` all of
    /// the decoder would be copied.
    let place: UnsafeMutablePointer<TelemetryValues>
    private let owner: ScratchValues

    /// What is needed to read encrypted frames and rotating addresses.
    var secrets = SensorSecrets()
    private var meters = SwitchBotMemory()

    init() {
        owner = ScratchValues()
        place = owner.pointer
    }

    /// Whether a frame is to be examined although nothing stands beside it: it may be a sensor in disguise.
    @inline(__always)
    func isSpecial(_ frame: BeaconFrame) -> Bool {
        switch frame {
        case .iBeacon(let frame): DisguisedSensor.mayBe(frame)
        case .eddystoneURL(let frame): Ruuvi.mayBe(frame.url)
        default: false
        }
    }

    /// Examines a report with a single structure that may be a sensor's, and nothing else.
    @inline(__always)
    mutating func examineCandidate(
        _ report: AdvertisingReport, _ advertisement: inout Advertisement, _ reading: inout SensorReading
    ) {
        values.removeAll()
        guard let candidate = advertisement.candidate else { return }
        let count = Int(candidate.byte(0)) &- 1
        if candidate.byte(1) == 0xff {
            manufacturer(candidate + 2, count, report, advertisement.name, &reading)
        } else {
            service(candidate.little16(2), candidate + 4, count &- 2, report, &reading)
        }
        reading.hasValues = !values.isEmpty
    }

    /// Examines a report: the structures that are no beacon frames, and a frame that may be a sensor in disguise.
    mutating func examine(
        _ report: AdvertisingReport, _ advertisement: inout Advertisement, _ reading: inout SensorReading
    ) {
        values.removeAll()
        // First, as it takes its fields to be not there yet.
        if let frame = advertisement.frame { unmask(frame, report, &reading) }
        if let telemetry = advertisement.telemetry {
            values.set(telemetry)
            reading.note(.eddystone)
        } else if let encrypted = advertisement.encryptedTelemetry,
            let telemetry = secrets.telemetry(encrypted, from: report.address)
        {
            values.set(telemetry)
            reading.note(.eddystone)
        }
        if let candidate = advertisement.candidate { walk(report, from: candidate, advertisement.name, &reading) }
        if case .iBeacon(let frame) = advertisement.frame, reading.frame != nil, Govee.isAddition(frame) {
            reading.isDisguised = true
        }
        reading.hasValues = !values.isEmpty
    }

    /// The identity behind a rotating address.
    mutating func resolve(_ report: AdvertisingReport) -> BeaconIdentity? {
        guard secrets.resolves, report.addressKind == .resolvable else { return nil }
        return secrets.identity(resolving: report.address)
    }

    private mutating func unmask(_ frame: BeaconFrame, _ report: AdvertisingReport, _ reading: inout SensorReading) {
        switch frame {
        case .iBeacon(let frame):
            guard DisguisedSensor.mayBe(frame),
                let found = DisguisedSensor.examine(frame, in: report.data, into: &place.pointee)
            else { return }
            reading.isDisguised = true
            reading.take(found)
        case .eddystoneURL(let frame):
            guard let sensor = Ruuvi.decode(url: frame.url, into: &place.pointee) else { return }
            reading.isDisguised = true
            reading.take(sensor)
        default: break
        }
    }

    /// Looks through all structures from the first one that may be a sensor's.
    private mutating func walk(
        _ report: AdvertisingReport, from start: UnsafeRawPointer, _ name: UnsafeRawBufferPointer?,
        _ reading: inout SensorReading
    ) {
        guard let base = report.data.baseAddress else { return }
        let count = report.data.count
        var offset = start - base
        while offset < count {
            let length = Int(base.byte(offset))
            guard length > 0, length < count - offset else { break }
            let value = base + offset + 2
            let type = base.byte(offset + 1)
            if length >= 3, type == 0xff || type == 0x16 {
                if values.isEmpty {
                    structure(type, value, length - 1, report, name, &reading)
                } else {
                    further(type, value, length - 1, report, name, &reading)
                }
            }
            offset += length + 1
        }
    }

    private mutating func structure(
        _ type: UInt8, _ value: UnsafeRawPointer, _ count: Int, _ report: AdvertisingReport,
        _ name: UnsafeRawBufferPointer?, _ reading: inout SensorReading
    ) {
        if type == 0xff {
            // What was decided at a glance, beacons among it, is not looked at again.
            guard case .candidate = DeviceKind.Glance(manufacturer: value, count) else { return }
            manufacturer(value, count, report, name, &reading)
        } else {
            service(value.little16(0), value + 2, count - 2, report, &reading)
        }
    }

    /// Of a second sensor's structure only what the first did not say is taken.
    @inline(never)
    private mutating func further(
        _ type: UInt8, _ value: UnsafeRawPointer, _ count: Int, _ report: AdvertisingReport,
        _ name: UnsafeRawBufferPointer?, _ reading: inout SensorReading
    ) {
        var earlier = values
        values.removeAll()
        structure(type, value, count, report, name, &reading)
        earlier.merge(values)
        values = earlier
    }

    @inline(__always)
    private mutating func manufacturer(
        _ base: UnsafeRawPointer, _ count: Int, _ report: AdvertisingReport, _ name: UnsafeRawBufferPointer?,
        _ reading: inout SensorReading
    ) {
        if let frame = sensor(manufacturer: base, count, report, name) {
            reading.take(frame)
        } else {
            reading.note(DeviceKind(company: base.little16(0)))
        }
    }

    private mutating func sensor(
        manufacturer base: UnsafeRawPointer, _ count: Int, _ report: AdvertisingReport, _ name: UnsafeRawBufferPointer?
    ) -> SensorFrame? {
        let (rest, left) = (base + 2, count - 2)
        let company = base.little16(0)
        switch company {
        case Ruuvi.company: return Ruuvi.decode(rest, left, into: &place.pointee)
        case Minew.company: return Minew.decode(manufacturer: rest, left, into: &place.pointee)
        case Estimote.company: return Estimote.decode(manufacturer: rest, left, into: &place.pointee)
        case 0xec88: return Govee.decode(rest, left, into: &place.pointee)
        case 0x8801: return Govee.decode5179(rest, left, into: &place.pointee)
        case 0x0001:
            let sender = report.addressKind.isStable ? report.address : nil
            if let frame = Govee.decode510x(rest, left, name: name, from: sender, into: &place.pointee) { return frame }
        case SwitchBot.company where meters.contains(report.address):
            return SwitchBot.decode(manufacturer: rest, left, into: &place.pointee)
        case BlueMaestro.company: return BlueMaestro.decode(rest, left, into: &place.pointee)
        case Sensirion.company: return Sensirion.decode(rest, left, into: &place.pointee)
        case Aranet.company: return Aranet.decode(rest, left, into: &place.pointee)
        case ThermoBeacon.companyOfT: return ThermoBeacon.decodeT(rest, left, into: &place.pointee)
        case 0x0000: return Inkbird.decode(probes: rest, left, from: report.address, into: &place.pointee)
        default: break
        }
        // Those that use other companies' identifiers, or none.
        if ThermoBeacon.uses(company) {
            return ThermoBeacon.decode(rest, left, from: report.address, into: &place.pointee)
        }
        return ThermoPro.decode(base, count, name: name, into: &place.pointee)
            ?? Inkbird.decode(base, count, into: &place.pointee)
            ?? Govee.decodeProbes(base, count, into: &place.pointee)
    }

    @inline(__always)
    private mutating func service(
        _ uuid: UInt16, _ base: UnsafeRawPointer, _ count: Int, _ report: AdvertisingReport,
        _ reading: inout SensorReading
    ) {
        if let frame = sensor(service: uuid, base, count, report) {
            reading.take(frame, isIdentifying: frame.format != .gatt || GATTData.isSensor(uuid))
        } else {
            reading.note(DeviceKind(service: uuid, base, count))
        }
    }

    private mutating func sensor(
        service uuid: UInt16, _ base: UnsafeRawPointer, _ count: Int, _ report: AdvertisingReport
    ) -> SensorFrame? {
        switch uuid {
        case 0xfcd2, 0x181c, 0x181e:
            return BTHome.decode(base, count, uuid: uuid, from: report.address, secrets: &secrets, into: &place.pointee)
                ?? GATTData.decode(uuid, base, count, into: &place.pointee)
        case 0xfe95:
            return MiBeacon.decode(base, count, from: report.address, secrets: &secrets, into: &place.pointee)
        case ATC.service:
            if !secrets.isEmpty, let frame = ATC.refused(base, count, from: report.address, secrets: &secrets) {
                return frame
            }
            return ATC.decode(base, count, into: &place.pointee) ?? BParasite.decode(base, count, into: &place.pointee)
                ?? ATC.decodeEncrypted(base, count, from: report.address, secrets: &secrets, into: &place.pointee)
        case Minew.service: return Minew.decode(base, count, into: &place.pointee)
        case Kontakt.service: return Kontakt.decode(base, count, into: &place.pointee)
        case Kontakt.legacyService: return Kontakt.decode(scanResponse: base, count, into: &place.pointee)
        case Estimote.service: return Estimote.decode(base, count, into: &place.pointee)
        case SwitchBot.service, SwitchBot.oldService:
            if count > 0 { meters.note(report.address, isMeter: SwitchBot.isMeter(base.byte(0))) }
            return SwitchBot.decode(base, count, into: &place.pointee)
        case Qingping.service: return Qingping.decode(base, count, into: &place.pointee)
        case 0xfeaa: return KKM.decode(base, count, into: &place.pointee)
        case HHCC.service: return HHCC.decode(base, count, into: &place.pointee)
        case Jaalee.service, Jaalee.otherService: return Jaalee.decode(base, count, into: &place.pointee)
        case MiScale.service: return MiScale.decode(base, count, into: &place.pointee)
        case MiScale.compositionService: return MiScale.decode(composition: base, count, into: &place.pointee)
        default: return GATTData.decode(uuid, base, count, into: &place.pointee)
        }
    }
}
