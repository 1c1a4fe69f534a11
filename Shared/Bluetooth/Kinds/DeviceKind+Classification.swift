extension DeviceKind {
    /// What a structure tells at a glance. Nearly everything on the air is decided here.
    enum Glance {
        /// The kind; nothing more is to be read.
        case kind(DeviceKind)
        /// It may be a sensor's: worth a second look.
        case candidate

        /// By manufacturer data: company, then the company's own layout. Two bytes are there.
        @inline(__always)
        init(manufacturer base: UnsafeRawPointer, _ count: Int) {
            guard count > 2 else {
                self = .kind(.unknown)
                return
            }
            let company = base.little16(0)
            // These three are most of all manufacturer data.
            if company == AppleContinuity.company {
                self = .kind(DeviceKind(apple: base.byte(2)))
            } else if company == 0x0006 {
                self = .kind(DeviceKind(microsoft: base.byte(2)))
            } else if company == 0x0075 {
                self = .kind(.samsung)
            } else {
                self = Self.other(company, base, count)
            }
        }

        @inline(never)
        private static func other(_ company: UInt16, _ base: UnsafeRawPointer, _ count: Int) -> Self {
            switch company {
            case 0x00e0: .kind(.google)
            case 0x0087, 0x0157, 0x038f: .kind(.wearable)
            case 0x0171: .kind(.amazon)
            case 0x067c: .kind(.tile)
            case Ruuvi.company, Minew.company, Estimote.company, 0xec88, 0x8801, 0x0001, SwitchBot.company,
                BlueMaestro.company, Sensirion.company, Aranet.company, ThermoBeacon.companyOfT, 0x0000:
                .candidate
            case let company where ThermoBeacon.uses(company): count == 20 ? .candidate : .kind(.unknown)
            default: isNobodys(base, count) ? .candidate : .kind(.unknown)
            }
        }

        /// Whether manufacturer data may be of those that use any company's identifier: Inkbird, ThermoPro, Govee's probes.
        @inline(__always)
        private static func isNobodys(_ base: UnsafeRawPointer, _ count: Int) -> Bool {
            if count == 9 { return true }
            return count < 8 ? base.byte(0) == 0xc2 : count >= 14 && base.big32(3) == 0x0100_0101
        }

        /// By the 16-bit UUID of service data (Assigned Numbers 3.4, 3.10) and what follows it. Two bytes are there.
        @inline(__always)
        init(service base: UnsafeRawPointer, _ count: Int) {
            self =
                switch base.little16(0) {
                case 0xfd6f: .kind(.exposureNotification)
                // A device that waits to be paired says its model, others a filter of the accounts they belong to.
                case 0xfe2c: .kind(count == 5 ? .fastPairModel : .fastPairAccount)
                case 0xfe9f, 0xfef3, 0xfea0, 0xfcf1: .kind(.google)
                case 0xfeed, 0xfeec, 0xfd84: .kind(.tile)
                case 0xfd5a, 0xfd59: .kind(.samsungTag)
                case 0xfd69: .kind(.samsung)
                case 0xfcb2: .kind(.separatedTracker)
                case 0xfff6: .kind(.matter)
                case 0xfe03, 0xfe00: .kind(.amazon)
                case 0xfee0: .kind(.wearable)
                default: .candidate
                }
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

    /// By Microsoft's scenario.
    @inline(__always)
    init(microsoft scenario: UInt8) {
        self = scenario == 0x01 ? .microsoftDevice : scenario == 0x03 ? .microsoftSwiftPair : .microsoft
    }

    /// Whose a structure is that was taken for a sensor's and is of a layout that is not decoded: by its company.
    init(company: UInt16) {
        self =
            switch company {
            case Ruuvi.company: .ruuvi
            case Minew.company: .minew
            case Estimote.company: .estimote
            case 0xec88, 0x8801: .govee
            case SwitchBot.company: .switchBot
            case BlueMaestro.company: .blueMaestro
            case Sensirion.company: .sensirion
            case Aranet.company: .aranet
            default: .unknown
            }
    }

    /// The same by the UUID of service data; `base` is what follows it.
    init(service uuid: UInt16, _ base: UnsafeRawPointer, _ count: Int) {
        self =
            switch uuid {
            case 0xfeaa: count > 0 && base.byte(0) & 0xfe == 0x40 ? .findHub : .unknown
            case 0xfcd2, 0x181c, 0x181e: .btHome
            case 0xfe95: .miBeacon
            case Qingping.service: .qingping
            case SwitchBot.service, SwitchBot.oldService: .switchBot
            case Minew.service: .minew
            case Kontakt.service, Kontakt.legacyService: .kontakt
            case Estimote.service: .estimote
            default: .unknown
            }
    }

    /// Whether it is a kind of sensor whose frames are decoded.
    @inlinable
    public var isSensor: Bool { rawValue >= Self.ruuvi.rawValue && rawValue <= Self.gatt.rawValue }
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
