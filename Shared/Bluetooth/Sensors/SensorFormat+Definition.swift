public import Schema

extension SensorFormat {
    /// What there is to know about a format: a row of the table of formats.
    public struct Definition: Sendable {
        /// What people call it.
        public var name: StaticString
        /// Where its frames are.
        public var place: StaticString
        /// What the device is known by.
        public var identity: Identity
        /// What it may say.
        public var fields: [TelemetryField]

        init(_ name: StaticString, _ place: StaticString, _ identity: Identity, _ fields: [TelemetryField]) {
            self.name = name
            self.place = place
            self.identity = identity
            self.fields = fields
        }
    }

    /// What a device is known by.
    public enum Identity: Sendable, Hashable {
        /// `mac-…`: the address in the frame.
        case frame
        /// `mac-…`: the advertiser's address, where that stays.
        case advertiser
        /// `mac-…`: the address in the frame where it carries one, else the advertiser's.
        case either
    }

    /// Name, place, identity and fields.
    public var definition: Definition {
        let climate: [TelemetryField] = [.temperature, .humidity]
        let axes: [TelemetryField] = [.accelerationX, .accelerationY, .accelerationZ]
        return switch self {
        case .ruuvi3:
            .init(
                "RuuviTag format 3 (RAWv1)", "manufacturer 0x0499", .advertiser,
                climate + [.pressure] + axes + [.batteryMillivolts])
        case .ruuvi5:
            .init(
                "RuuviTag format 5 (RAWv2)", "manufacturer 0x0499", .either,
                climate + [.pressure] + axes + [.batteryMillivolts, .transmitPower, .motions, .sequence])
        case .ruuviURL:
            .init("RuuviTag formats 2 and 4", "Eddystone URL `ruu.vi/#…`", .advertiser, climate + [.pressure])
        case .btHome1: .init("BTHome 1, plain and encrypted", "service 0x181c, 0x181e", .advertiser, Self.btHomeFields)
        case .btHome2: .init("BTHome 2, plain and encrypted", "service 0xfcd2", .either, Self.btHomeFields)
        case .atc1441:
            .init("ATC", "service 0x181a, 13 bytes", .frame, climate + [.battery, .batteryMillivolts, .sequence])
        case .pvvx:
            .init("pvvx", "service 0x181a, 15 bytes", .frame, climate + [.battery, .batteryMillivolts, .sequence])
        case .atcEncrypted:
            .init(
                "ATC and pvvx, encrypted", "service 0x181a, 8 or 11 bytes", .advertiser,
                climate + [.battery, .sequence])
        case .miBeacon: .init("Xiaomi MiBeacon, plain and encrypted", "service 0xfe95", .either, Self.miBeaconFields)
        case .minewInfo: .init("Minew info", "service 0xffe1", .frame, [.battery])
        case .minewSensor:
            .init("Minew sensors", "service 0xffe1", .frame, climate + [.battery] + axes + [.lightDetected])
        case .minewManufacturer:
            .init("Minew, newer", "manufacturer 0x0639", .either, climate + [.battery, .open, .tampered])
        case .kontaktPlain: .init("Kontakt.io plain", "service 0xfe6a", .advertiser, [.battery, .transmitPower])
        case .kontaktLocation: .init("Kontakt.io location", "service 0xfe6a", .advertiser, [.transmitPower])
        case .kontaktScanResponse: .init("Kontakt.io scan response", "service 0xd00d", .advertiser, [.battery])
        case .estimoteNearable:
            .init("Estimote nearable", "manufacturer 0x015d", .advertiser, [.temperature, .motion] + axes)
        case .estimoteTelemetry:
            .init(
                "Estimote telemetry", "service 0xfe9a", .advertiser,
                axes + [
                    .motion, .duration, .pressure, .illuminance, .uptime, .temperature, .batteryMillivolts, .battery,
                ])
        case .goveeThermometer:
            .init(
                "Govee H5051, H5052, H507x, H510x, H5174, H5177–H5179", "manufacturer 0xec88, 0x0001, 0x8801", .either,
                climate + [.battery])
        case .goveeAirQuality: .init("Govee H5106", "manufacturer 0x0001", .advertiser, climate + [.particles25])
        case .goveeProbes: .init("Govee H5182–H5184", "manufacturer, any", .advertiser, [.probe1, .probe2])
        case .switchBotMeter:
            .init("SwitchBot meters", "service 0xfd3d, 0x0d00, manufacturer 0x0969", .either, climate + [.battery])
        case .switchBotSensor:
            .init(
                "SwitchBot motion, contact, bot, curtain", "service 0xfd3d, 0x0d00", .advertiser,
                [.battery, .motion, .lightDetected, .open, .buttons])
        case .inkbird: .init("Inkbird IBS-TH", "manufacturer, any, check sum", .advertiser, climate + [.battery])
        case .inkbirdProbes:
            .init(
                "Inkbird iBBQ", "manufacturer 0x0000", .frame, [.probe1, .probe2, .probe3, .probe4, .probe5, .probe6])
        case .thermoBeacon:
            .init(
                "ThermoBeacon", "manufacturer 0x0010 … 0x0030", .frame, climate + [.batteryMillivolts, .uptime])
        case .thermoBeaconT: .init("ThermoBeacon T201, T301", "manufacturer 0xaa55", .frame, climate + [.battery])
        case .thermoPro:
            .init("ThermoPro TP35x, TP39x", "manufacturer 0x__c2, name `TP3…`", .advertiser, climate + [.batteryLow])
        case .qingping:
            .init(
                "Qingping", "service 0xfdcd", .frame,
                climate + [
                    .battery, .pressure, .illuminance, .motion, .open, .carbonDioxide, .particles25, .particles10,
                    .sequence,
                ])
        case .blueMaestro:
            .init(
                "Blue Maestro Tempo Disc", "manufacturer 0x0133", .advertiser,
                climate + [.dewPoint, .battery, .sequence])
        case .sensirion: .init("Sensirion gadgets", "manufacturer 0x06d5", .advertiser, climate + [.carbonDioxide])
        case .kkm: .init("KKM", "service 0xfeaa, type 0x21", .advertiser, climate + axes + [.batteryMillivolts])
        case .aranet4:
            .init(
                "Aranet4", "manufacturer 0x0702", .advertiser,
                climate + [.pressure, .carbonDioxide, .battery, .sequence])
        case .hhcc:
            .init(
                "HHCC HHCCJCY10", "service 0xfd50", .advertiser,
                [.temperature, .soilMoisture, .illuminance, .conductivity, .battery])
        case .bParasite:
            .init(
                "b-parasite", "service 0x181a, 16 or 18 bytes", .frame,
                climate + [.soilMoisture, .illuminance, .batteryMillivolts, .sequence])
        case .jaalee: .init("Jaalee JHT", "service 0xf525, 0xf51c, iBeacon", .either, climate + [.battery])
        case .tilt: .init("Tilt", "iBeacon", .advertiser, [.temperature, .gravity])
        case .abTemp: .init("April Brother ABTemp", "iBeacon", .advertiser, [.temperature, .battery])
        case .miScale: .init("Xiaomi scales", "service 0x181d, 0x181b", .advertiser, [.weight, .impedance])
        case .gatt:
            .init(
                "GATT characteristics", "service 0x180f, 0x2a07, 0x2a19, 0x2a6d–0x2a6f, 0x2afb", .advertiser,
                climate + [.pressure, .illuminance, .battery, .transmitPower])
        }
    }
}
