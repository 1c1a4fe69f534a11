import Schema

@testable import Bluetooth

/// The collected payloads whose values are not checked by `SharedVectorTests`, each with the reason.
enum UncheckedVectors {
    /// Why a payload's values are not checked; nil where they are.
    static func reason(_ vector: CollectedVector) -> String? {
        for (prefix, reason) in reasons where vector.name.hasPrefix(prefix) { return reason }
        if let kind = decodedElsewhere(vector.data) { return "\(kind): has keys and counters, and tests of its own" }
        return vector.statesMeasurement ? nil : "its source states nothing that is measured"
    }

    /// Names a source computes, or gives in a unit of its own, for payloads whose names begin so.
    static func ignores(_ key: String, of vector: CollectedVector) -> Bool {
        ignored.contains { vector.name.hasPrefix($0.prefix) && $0.keys.contains(key) }
    }

    /// BTHome, MiBeacon, and the firmwares of ATC that encrypt.
    private static func decodedElsewhere(_ data: [UInt8]) -> String? {
        data.withUnsafeBytes { data in
            for structure in ADStructures(data) where structure.type == .serviceData && structure.value.count >= 2 {
                switch UInt16(structure.value[0]) | UInt16(structure.value[1]) << 8 {
                case 0xfcd2, 0x181c, 0x181e: return "BTHome"
                case 0xfe95: return "MiBeacon"
                case 0x181a where [8, 10, 13].contains(structure.value.count): return "encrypted ATC"
                default: break
                }
            }
            return nil
        }
    }

    private static let ignored: [(prefix: String, keys: Set<String>)] = [
        // A charge computed from the voltage, and a motion that is not a counter.
        ("ble_monitor/ruuvitag_parser", ["battery", "motion", "motion timer"]),
        // The address of the advertiser, while the frame has another one; Ruuvi's own samples have it the other way round.
        ("ble_monitor/qingping_parser/qingping_CGDN1_2", ["mac"]), ("ble_monitor/ruuvitag_parser/ruuvitag_v5", ["mac"]),
        ("ble_monitor/thermobeacon", ["battery"]), ("ble_monitor/kkm", ["battery"]),
        // In mg × 0.00098; the same bytes are checked as ruuvi/rawv1/max.
        ("theengs/mfg/RuuviTag", ["accx", "accy", "accz"]),
        // 0 for probes that are not plugged in.
        ("ble_monitor/inkbird/inkbird_iBBQ_6", ["temperature probe 2", "temperature probe 3", "temperature probe 4"]),
        // In an AD structure of its own, not in the frame.
        ("kontakt/scan_response", ["tx_power"]),
        // Set by people, not measured.
        ("ble_monitor/govee_parser/Govee_H518", ["temperature alarm probe 1", "temperature alarm probe 2"]),
        // A step without a unit.
        ("theengs/svc/W070160X", ["lightlevel"]),
    ]

    private static let notDecoded = "not among the formats that are decoded"
    private static let beacon = "a beacon: its power is checked by FrameTests"
    private static let structure = "an AD structure of its own: checked by StructureTests"

    private static let reasons: [(String, String)] = [
        ("ad/tx_power", structure), ("apple/overflow_area", structure),
        ("ibeacon/", beacon), ("altbeacon/", beacon), ("eddystone/", beacon), ("ble_monitor/altbeacon_parser", beacon),
        ("ble_monitor/ibeacon_parser", "a plain iBeacon; its source tries a sensor's formula on any"),
        ("theengs/mfg/IBEACON", "a plain iBeacon; its source takes the power for a voltage"),
        ("theengs/mfg/BM2", "the battery is where an iBeacon has its power, and the beacon is the same for all"),
        ("theengs/mfg/BM6", "the battery is in an iBeacon's major, in a layout that only its source describes"),
        ("theengs/mfg/TP35X_393#3", "ambiguous without the name that belongs to it"),
        ("theengs/mfg/H5055", "nothing in its bytes says that it is one"),
        ("ble_monitor/govee_parser/Govee_H5055", "nothing in its bytes says that it is one"),
        ("theengs/mfg/IBS-TH1_TH2_P01B_ITH-12S#4", "its check sum is wrong"),
        ("theengs/svcname/LYWSD03MMC_MJWSD05MMC_PVVX_DECR", "what is inside an encrypted frame; never on the air"),
        ("theengs/svcname/SE_MAG", "an alert level by its UUID, put to another use"),
        ("ble_monitor/bluemaestro/BlueMaestro_Pebble", "an older layout that only its source describes"),
        ("theengs/mibeacon/ABN03", "April Brother's own layout under MiBeacon's UUID, " + notDecoded),
        ("ble_monitor/acconeer", notDecoded), ("ble_monitor/amazfit", notDecoded),
        ("ble_monitor/blustream", notDecoded),
        ("ble_monitor/chefiq", notDecoded), ("ble_monitor/grundfos", notDecoded), ("ble_monitor/holyiot", notDecoded),
        ("ble_monitor/hormann", notDecoded), ("ble_monitor/inode", notDecoded), ("ble_monitor/jinou", notDecoded),
        ("ble_monitor/kegtron", notDecoded), ("ble_monitor/moat", notDecoded), ("ble_monitor/mocreo", notDecoded),
        ("ble_monitor/oras", notDecoded), ("ble_monitor/relsib", notDecoded), ("ble_monitor/sensorpush", notDecoded),
        ("ble_monitor/senssun", notDecoded), ("ble_monitor/sonoff", notDecoded), ("ble_monitor/teltonika", notDecoded),
        ("ble_monitor/xiaogui", notDecoded),
        ("theengs/mfg/BSDOO", notDecoded), ("theengs/mfg/HOBOMX2001", notDecoded), ("theengs/mfg/INEM", notDecoded),
        ("theengs/mfg/M1017", notDecoded), ("theengs/mfg/ORALB", notDecoded), ("theengs/mfg/ORAS", notDecoded),
        ("theengs/mfg/SDLS", notDecoded), ("theengs/mfg/SKALE", notDecoded), ("theengs/mfg/XOSSX2", notDecoded),
        ("theengs/svc/FEASY", notDecoded), ("theengs/svc/MBXPRO", notDecoded), ("theengs/svc/Mokobeacon", notDecoded),
        ("theengs/svc/NODONNIU", notDecoded),
    ]
}
