extension DeviceKind {
    /// By manufacturer data: company, then the company's own layout. The caller has checked that two bytes are there.
    @inline(__always)
    init(manufacturer base: UnsafeRawPointer, _ count: Int) {
        let company = base.little16(0)
        if company == AppleContinuity.company {
            self = count > 2 ? Self(apple: base.byte(2)) : .apple
        } else {
            self = Self(company: company, next: count > 2 ? base.byte(2) : 0)
        }
    }

    /// By the type of the first of Apple's messages.
    @inline(__always)
    init(apple type: UInt8) {
        self =
            switch type {
            case 0x01: .appleOverflow
            case 0x03: .appleAirPrint
            case 0x05: .appleAirDrop
            case 0x06, 0x11: .appleHomeKit
            case 0x07: .appleProximityPairing
            case 0x08: .appleHeySiri
            case 0x09: .appleAirPlayTarget
            case 0x0a: .appleAirPlaySource
            case 0x0b: .appleMagicSwitch
            case 0x0c: .appleHandoff
            case 0x0d: .appleTetheringTarget
            case 0x0e: .appleTetheringSource
            case 0x0f: .appleNearbyAction
            case 0x10: .appleNearbyInfo
            case 0x12: .appleFindMy
            default: .apple
            }
    }

    /// By a company other than Apple (Assigned Numbers 7.1) and the byte after it.
    private init(company: UInt16, next: UInt8) {
        self =
            switch company {
            case 0x0006: next == 0x01 ? .microsoftDevice : next == 0x03 ? .microsoftSwiftPair : .microsoft
            case 0x0075: .samsung
            case 0x00e0: .google
            case 0x0087, 0x0157, 0x038f: .wearable
            case 0x0171: .amazon
            case 0x067c: .tile
            case 0x0499: .ruuvi
            case 0x0639: .minew
            case 0x015d: .estimote
            case 0xec88, 0x8801: .govee
            case 0x0969: .switchBot
            case 0x0133: .blueMaestro
            case 0x06d5: .sensirion
            case 0x0702: .aranet
            default: .unknown
            }
    }

    /// By the 16-bit UUID of service data (Assigned Numbers 3.4, 3.10) and what follows it.
    init(service uuid: UInt16, _ base: UnsafeRawPointer, _ count: Int) {
        self =
            switch uuid {
            case 0xfd6f: .exposureNotification
            // A device that waits to be paired says its model, others a filter of the accounts they belong to.
            case 0xfe2c: count == 3 ? .fastPairModel : .fastPairAccount
            case 0xfe9f, 0xfef3, 0xfea0, 0xfcf1: .google
            case 0xfeaa: count > 0 && base.byte(0) & 0xfe == 0x40 ? .findHub : .unknown
            case 0xfeed, 0xfeec, 0xfd84: .tile
            case 0xfd5a, 0xfd59: .samsungTag
            case 0xfd69: .samsung
            case 0xfcb2: .separatedTracker
            case 0xfff6: .matter
            case 0xfe03, 0xfe00: .amazon
            case 0xfee0: .wearable
            case 0xfcd2, 0x181c, 0x181e: .btHome
            case 0xfe95: .miBeacon
            case 0xfdcd: .qingping
            case 0xfd3d, 0x0d00: .switchBot
            case 0xffe1: .minew
            case 0xfe6a, 0xd00d: .kontakt
            case 0xfe9a: .estimote
            default: .unknown
            }
    }
}

extension BeaconFrame {
    /// The kind of device that sends it.
    @inlinable
    public var kind: DeviceKind {
        switch self {
        case .iBeacon: .iBeacon
        case .altBeacon: .altBeacon
        case .eddystoneUID, .eddystoneURL, .eddystoneTelemetry, .eddystoneEncryptedTelemetry, .eddystoneEID, .uriBeacon:
            .eddystone
        }
    }
}

extension DeviceKind {
    /// Whether it is a kind of sensor whose frames are decoded.
    @inlinable
    public var isSensor: Bool { rawValue >= Self.ruuvi.rawValue && rawValue <= Self.gatt.rawValue }
}
