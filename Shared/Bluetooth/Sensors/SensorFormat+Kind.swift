extension SensorFormat {
    /// The kind of device that sends it.
    public var kind: DeviceKind {
        switch self {
        case .ruuvi3, .ruuvi5, .ruuviURL: .ruuvi
        case .btHome1, .btHome2: .btHome
        case .atc1441, .pvvx, .atcEncrypted: .atc
        case .miBeacon: .miBeacon
        case .minewInfo, .minewSensor, .minewManufacturer: .minew
        case .kontaktPlain, .kontaktLocation, .kontaktScanResponse: .kontakt
        case .estimoteNearable, .estimoteTelemetry: .estimote
        case .goveeThermometer, .goveeAirQuality, .goveeProbes: .govee
        case .switchBotMeter, .switchBotSensor: .switchBot
        case .inkbird, .inkbirdProbes: .inkbird
        case .thermoBeacon, .thermoBeaconT: .thermoBeacon
        case .thermoPro: .thermoPro
        case .qingping: .qingping
        case .blueMaestro: .blueMaestro
        case .sensirion: .sensirion
        case .kkm: .kkm
        case .aranet4: .aranet
        case .hhcc: .hhcc
        case .bParasite: .bParasite
        case .jaalee: .jaalee
        case .tilt: .tilt
        case .abTemp: .aprilBrother
        case .miScale: .scale
        case .gatt: .gatt
        }
    }
}
