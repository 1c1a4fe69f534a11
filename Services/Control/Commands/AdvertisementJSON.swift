import Bluetooth
import Schema

/// Decoded advertising data as JSON, with the field names of a batch.
enum AdvertisementJSON {
    /// The members for advertising data alone.
    static func members(_ data: UnsafeRawBufferPointer, _ decoder: inout SightingDecoder) -> [String: JSONValue] {
        var report = AdvertisingReport(
            data: data, address: BluetoothAddress(truncating: 0), addressType: 0xff, properties: [], rawRSSI: 127)
        report.isExtended = true
        return members(of: report, &decoder)
    }

    private static func members(
        of report: AdvertisingReport, _ decoder: inout SightingDecoder
    ) -> [String: JSONValue] {
        let data = report.data
        let advertisement = Advertisement(data)
        var members: [String: JSONValue] = ["format": nil]
        members["types"] = .array(ADStructures(data).map { .integer(Int64($0.type.rawValue)) })
        members["name"] = advertisement.name.map { .string(String(decoding: $0, as: UTF8.self)) }
        members["txPower"] = advertisement.txPower.map { .integer(Int64($0)) }
        members["company"] = company(data).map { .integer(Int64($0)) }
        let continuity = continuityTypes(data)
        if !continuity.isEmpty { members["continuity"] = .array(continuity.map { .string($0) }) }
        let before = decoder.counters.sensors
        var isFirst = true
        decoder.decode(report) { sighting in
            if isFirst { SensorJSON.add(sighting, to: &members) }
            isFirst = false
        }
        if decoder.counters.sensors != before, let frame = decoder.lastSensor { SensorJSON.add(frame, to: &members) }
        add(advertisement, to: &members)
        ServiceJSON.add(data, to: &members)
        if let problem = advertisement.problem {
            members["error"] = [
                "kind": .string("\(problem.reason)"), "offset": .integer(Int64(problem.offset)),
                "reason": .string(problem.description),
            ]
        }
        return members
    }

    /// The members for a controller's report: what it says of itself, then its data.
    static func members(report: AdvertisingReport, _ decoder: inout SightingDecoder) -> [String: JSONValue] {
        var members: [String: JSONValue] = ["format": nil]
        if report.dataStatus != .moreToCome { members = self.members(of: report, &decoder) }
        // What the controller cut short is not the advertiser's mistake.
        if report.dataStatus == .truncated { members["error"] = nil }
        if report.dataStatus != .complete {
            members["dataStatus"] = report.dataStatus == .moreToCome ? "incomplete" : "truncated"
        }
        if !report.isAnonymous { members["address"] = .string(report.address.description) }
        members["addressKind"] = .string(report.addressKind.name)
        members["rssi"] = report.rssi.map { .integer(Int64($0)) }
        members["pdu"] = (report.legacyPDU?.rawValue).map { .string($0) }
        members["data"] = .string(HexDigits.text(report.data))
        if report.isExtended {
            members["extended"] = true
            members["primaryPhy"] = .integer(Int64(report.primaryPHY))
            members["secondaryPhy"] = .integer(Int64(report.secondaryPHY))
            if report.advertisingSet != 0xff { members["advertisingSet"] = .integer(Int64(report.advertisingSet)) }
            members["reportTxPower"] = report.txPower.map { .integer(Int64($0)) }
        }
        return members
    }

    /// The company of the first manufacturer data.
    private static func company(_ data: UnsafeRawBufferPointer) -> UInt16? {
        for structure in ADStructures(data) where structure.type == .manufacturerData && structure.value.count >= 2 {
            return UInt16(structure.value[0]) | UInt16(structure.value[1]) << 8
        }
        return nil
    }

    private static func add(_ advertisement: Advertisement, to members: inout [String: JSONValue]) {
        if let telemetry = advertisement.telemetry {
            members["format"] = "eddystone-tlm"
            // All of its eight binary places.
            members["temperature"] = telemetry.temperature.map { .number($0) }
        }
        if let telemetry = advertisement.encryptedTelemetry {
            members["format"] = "eddystone-etlm"
            members["etlm"] = .string(
                HexDigits.text(telemetry.high, bytes: 8) + HexDigits.text(UInt64(telemetry.low), bytes: 4))
            members["salt"] = .string(HexDigits.text(UInt64(telemetry.salt), bytes: 2))
            members["mic"] = .string(HexDigits.text(UInt64(telemetry.integrity), bytes: 2))
        }
        guard let frame = advertisement.frame else { return }
        members["power"] = frame.power.map { .integer(Int64($0)) }
        members["power0m"] = frame.powerAtZero.map { .integer(Int64($0)) }
        // Which beacon it is, the decoder has said: a measurement may look like a beacon's frame.
        if members["beacon"] == nil, let identity = frame.identity {
            members["format"] = .string(identity.format.description)
        }
        switch frame {
        case .iBeacon(let frame):
            add(BeaconUUID(high: frame.uuidHigh, low: frame.uuidLow), frame.major, frame.minor, to: &members)
        case .altBeacon(let frame):
            // The 20 bytes have no fixed division; 16 + 2 + 2 is what nearly everybody uses.
            let (major, minor) = (UInt16(frame.low >> 16), UInt16(truncatingIfNeeded: frame.low))
            add(BeaconUUID(high: frame.high, low: frame.middle), major, minor, to: &members)
            members["company"] = .integer(Int64(frame.company))
            members["reserved"] = frame.reserved.map { .integer(Int64($0)) }
        case .eddystoneUID(let frame):
            members["namespace"] = frame.identity.namespace.map { .string($0.description) }
            members["instance"] = frame.identity.instance.map { .string($0.description) }
        case .eddystoneURL(let frame):
            members["url"] = .string(frame.url.text)
        case .eddystoneEID(let frame):
            members["eid"] = .string(HexDigits.text(frame.identifier, bytes: 8))
        case .uriBeacon(let frame):
            members["format"] = "uribeacon"
            members["url"] = .string(frame.url.text)
            members["flags"] = .integer(Int64(frame.flags))
        case .eddystoneTelemetry, .eddystoneEncryptedTelemetry:
            break
        }
    }

    private static func add(
        _ uuid: BeaconUUID, _ major: UInt16, _ minor: UInt16, to members: inout [String: JSONValue]
    ) {
        members["uuid"] = .string(uuid.description)
        members["major"] = .integer(Int64(major))
        members["minor"] = .integer(Int64(minor))
    }

    /// The types of Apple's messages over all manufacturer data, as two hexadecimal digits each.
    private static func continuityTypes(_ data: UnsafeRawBufferPointer) -> [String] {
        ADStructures(data).flatMap { structure -> [String] in
            guard structure.type == .manufacturerData, structure.value.count >= 2,
                structure.value[0] == UInt8(AppleContinuity.company & 0xff), structure.value[1] == 0
            else { return [] }
            let messages = UnsafeRawBufferPointer(rebasing: structure.value[2...])
            return AppleContinuity(messages).map { HexDigits.text([$0.type]) }
        }
    }
}
