internal import Schema

/// What every report touches of a beacon: two cache lines.
struct BeaconState {
    var identity: BeaconIdentity
    /// Boot-time nanoseconds of the newest sighting.
    var lastSeen: Int64
    /// Of the activation's first sighting; while a candidate, of nothing in particular.
    var firstSeen: Int64
    /// Number of the activation; 0 while a candidate.
    var activation: UInt64 = 0
    /// The address of the newest sighting.
    var address: UInt64
    var filter: SignalFilter
    /// The newest sightings that count towards becoming active, newest first; only kept while a candidate.
    var earlier = InlineArray<3, Int64>(repeating: .min)
    /// Sightings in this activation.
    var samples: UInt32 = 0
    /// Sightings since the last readings.
    var fresh: UInt16 = 0
    var zone = ZoneEstimator()
    /// Expected RSSI at 1 m in dBm; `unknownPower` where nobody said.
    var power: Int8
    /// Index of its timing.
    var timing: UInt16 = 0
    /// Consecutive samples out of range.
    var outside: UInt8 = 0
    var flags: Flags = []

    struct Flags: OptionSet {
        let rawValue: UInt8
        static let used = Flags(rawValue: 1)
        static let active = Flags(rawValue: 2)
        static let registered = Flags(rawValue: 4)
        /// The filter holds something.
        static let signal = Flags(rawValue: 8)
        /// Waits in the list for readings; outlives the slot's use.
        static let listed = Flags(rawValue: 16)
        /// The power comes from a rule and is not to be overwritten by what the beacon says.
        static let calibrated = Flags(rawValue: 32)
    }

    static let unknownPower = Int8.min

    var isActive: Bool { flags.contains(.active) }

    var list: RecencyLists.Class {
        !isActive ? .candidate : flags.contains(.registered) ? .registered : .active
    }
}

/// What is touched now and then only.
struct BeaconDetails {
    var name = ShortText()
    /// The URL of an Eddystone URL beacon in its compressed form.
    var url = ShortURL()
    var sensor = SensorTable.Place()
    /// When a change of slow telemetry was last told, in the tracker's tenths of a second; 0 = never.
    var toldAt: UInt32 = 0
    /// When a change of name was last told, likewise.
    var namedAt: UInt32 = 0
}
