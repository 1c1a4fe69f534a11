internal import Schema

/// What the structures of one report tell of the device that sends it: its kind, and what it measures.
struct SensorReading {
    /// The first sensor's frame.
    var frame: SensorFrame?
    /// What kind of device it is; a sensor's own where there is one. Not the first member: there it would be read with its
    /// neighbours in one word right after it was written alone, which stalls the processor.
    var kind = DeviceKind.unknown
    /// Whether the device is known by its address because of it.
    var isIdentifying = false
    /// Whether what looks like a beacon's frame is a measurement, and identifies nothing.
    var isDisguised = false
    /// Whether anything was measured.
    var hasValues = false

    /// Takes in the kind of a structure; the first that says something stays.
    mutating func note(_ other: DeviceKind) {
        if kind == .unknown { kind = other }
    }

    /// Takes in a sensor's frame.
    mutating func take(_ found: SensorFrame, isIdentifying identifies: Bool = true) {
        if frame == nil || (!isIdentifying && identifies) {
            frame = found
            kind = found.format.kind
        }
        isIdentifying = isIdentifying || identifies
    }

    /// Which beacon it is: by the address in the frame, else by the sender's where that stays.
    @inline(__always)
    func identity(of report: AdvertisingReport) -> BeaconIdentity? {
        guard isIdentifying, let frame else { return nil }
        if let address = frame.address, address.value != 0 { return BeaconIdentity(mac: address) }
        return report.addressKind.isStable ? BeaconIdentity(mac: report.address) : nil
    }
}
