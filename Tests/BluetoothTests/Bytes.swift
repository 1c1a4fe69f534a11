import Schema

@testable import Bluetooth

/// Bytes from hexadecimal text; spaces are allowed. Anything else in a test's literal is a mistake in the test.
func bytes(_ hex: String) -> [UInt8] {
    var result: [UInt8] = []
    var high: UInt8?
    for character in hex.utf8 where character != UInt8(ascii: " ") {
        guard let digit = HexDigits.value(character) else { fatalError("not hexadecimal: \(hex)") }
        if let first = high {
            result.append(first << 4 | digit)
            high = nil
        } else {
            high = digit
        }
    }
    return result
}

/// A report with its data copied, so that it may outlive the parse.
struct KeptReport: Equatable {
    var address: String?
    var addressType: UInt8
    var properties: AdvertisingReport.Properties
    var status: AdvertisingReport.DataStatus
    var rssi: Int8?
    var txPower: Int8?
    var primaryPHY: UInt8
    var secondaryPHY: UInt8
    var advertisingSet: UInt8
    var isExtended: Bool
    var data: [UInt8]

    init(_ report: AdvertisingReport) {
        address = report.isAnonymous ? nil : report.address.description
        addressType = report.addressType
        properties = report.properties
        status = report.dataStatus
        rssi = report.rssi
        txPower = report.txPower
        primaryPHY = report.primaryPHY
        secondaryPHY = report.secondaryPHY
        advertisingSet = report.advertisingSet
        isExtended = report.isExtended
        data = Array(report.data)
    }
}

extension HCIEventParser {
    /// The reports of an event given as hexadecimal text without the packet type byte.
    mutating func reports(_ hex: String) -> (reports: [KeptReport], problem: HCIEventProblem?) {
        var reports: [KeptReport] = []
        let problem = parse(bytes(hex)) { reports.append(KeptReport($0)) }
        return (reports, problem)
    }
}

/// A sighting with its borrowed parts copied.
struct KeptSighting {
    var identity: BeaconIdentity?
    var address: BluetoothAddress
    var rssi: Int8?
    var power: Int16?
    var txPower: Int8?
    var name: [UInt8]?
    var url: String?
    var values: TelemetryValues
    var kind: DeviceKind

    init(_ sighting: Sighting) {
        identity = sighting.identity
        address = sighting.address
        rssi = sighting.rssi
        power = sighting.power
        txPower = sighting.txPower
        name = sighting.name.map(Array.init)
        url = sighting.url?.text
        values = sighting.values?.pointee ?? TelemetryValues()
        kind = sighting.kind
    }
}

/// The address of advertisers that do not matter: random, static.
let someAddress = BluetoothAddress(truncating: 0xc4ac_5900_1122)

/// The sightings in advertising data given as hexadecimal text.
func sightings(
    _ hex: String, from address: BluetoothAddress = someAddress, type: UInt8 = 1
) -> [KeptSighting] {
    var decoder = SightingDecoder()
    return decoder.sightings(bytes(hex), from: address, type: type)
}

extension SightingDecoder {
    /// The sightings in advertising data.
    mutating func sightings(
        _ data: [UInt8], from address: BluetoothAddress = someAddress, type: UInt8 = 1
    ) -> [KeptSighting] {
        var result: [KeptSighting] = []
        data.withUnsafeBytes { data in
            let report = AdvertisingReport(
                data: data, address: address, addressType: type, properties: [.legacy], rawRSSI: -60)
            decode(report) { result.append(KeptSighting($0)) }
        }
        return result
    }
}

/// What is broken in advertising data given as hexadecimal text.
func problem(_ hex: String) -> AdvertisementProblem? {
    bytes(hex).withUnsafeBytes { Advertisement($0).problem }
}

/// One AD structure as hexadecimal text, its length computed.
func structure(_ type: String, _ value: String) -> String {
    HexDigits.text([UInt8(bytes(value).count + 1)]) + type + value
}
