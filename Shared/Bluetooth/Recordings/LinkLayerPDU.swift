internal import Schema

/// An advertising physical channel PDU as a sniffer sees it (Core Specification Vol 6 Part B 2.3), from the header
/// on: header, payload, CRC.
struct LinkLayerPDU {
    private let bytes: UnsafeRawBufferPointer

    /// Nil where the bytes do not hold header, the payload it announces and the CRC.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 5 else { return nil }
        let length = Int(bytes[1])
        guard bytes.count >= 5 + length else { return nil }
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<(5 + length)])
    }

    /// Whether the CRC fits the bytes.
    var hasGoodCRC: Bool {
        let end = bytes.count - 3
        let received = UInt32(bytes[end]) | UInt32(bytes[end + 1]) << 8 | UInt32(bytes[end + 2]) << 16
        return LinkLayerCRC.compute(UnsafeRawBufferPointer(rebasing: bytes[..<end])) == received
    }

    /// The report a controller would have made of it; nil for scan and connection requests, PDUs without data of
    /// their own, and impossible ones. Borrows the bytes.
    func report(_ info: RecordedPacket.LinkLayerInfo) -> AdvertisingReport? {
        let payload = UnsafeRawBufferPointer(rebasing: bytes[2..<(bytes.count - 3)])
        let properties: AdvertisingReport.Properties
        switch bytes[0] & 0x0f {
        case 0: properties = [.connectable, .scannable, .legacy]
        case 1: properties = [.connectable, .directed, .legacy]
        case 2: properties = [.legacy]
        case 4: properties = [.scannable, .scanResponse, .legacy]
        case 6: properties = [.scannable, .legacy]
        case 7: return extended(payload, info)
        default: return nil
        }
        guard payload.count >= 6, let base = payload.baseAddress else { return nil }
        // A directed PDU holds the target's address in the place of data.
        let data = properties.contains(.directed) ? payload[payload.endIndex...] : payload[6...]
        var report = AdvertisingReport(
            data: UnsafeRawBufferPointer(rebasing: data), address: BluetoothAddress(littleEndian: base),
            addressType: bytes[0] >> 6 & 1, properties: properties, rawRSSI: info.rawRSSI)
        report.primaryPHY = info.phy
        return report
    }

    /// Extended advertising: mode and header length, flags, the fields these announce, then data (2.3.4).
    private func extended(
        _ payload: UnsafeRawBufferPointer, _ info: RecordedPacket.LinkLayerInfo
    ) -> AdvertisingReport? {
        guard let first = payload.first else { return nil }
        let headerEnd = 1 + Int(first & 0x3f)
        guard headerEnd <= payload.count else { return nil }
        var report = AdvertisingReport(
            data: UnsafeRawBufferPointer(rebasing: payload[headerEnd...]), address: BluetoothAddress(truncating: 0),
            addressType: 0xff, properties: .init(rawValue: first >> 6 & 3), rawRSSI: info.rawRSSI)
        report.isExtended = true
        report.secondaryPHY = info.phy
        var cursor = 2
        let flags = headerEnd > 1 ? payload[1] : 0
        func field(_ bit: UInt8, _ length: Int) -> Int? {
            guard flags >> bit & 1 != 0, cursor + length <= headerEnd else { return nil }
            defer { cursor += length }
            return cursor
        }
        if let place = field(0, 6), let base = payload.baseAddress {
            report.address = BluetoothAddress(littleEndian: base + place)
            report.addressType = bytes[0] >> 6 & 1
        }
        _ = field(1, 6)
        _ = field(2, 1)
        if let place = field(3, 2) { report.advertisingSet = payload[place + 1] >> 4 }
        let continues = field(4, 3) != nil
        _ = field(5, 18)
        if let place = field(6, 1) { report.rawTxPower = Int8(bitPattern: payload[place]) }
        // The rest of chained data comes without address in other PDUs: what is here is the beginning.
        if continues { report.dataStatus = .truncated }
        // Pointers to data elsewhere carry none themselves.
        return continues && report.data.isEmpty ? nil : report
    }
}
