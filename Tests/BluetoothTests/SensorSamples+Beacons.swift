@testable import Bluetooth

extension SensorSamples {
    /// Ruuvi, and makers of beacons: Minew, Kontakt.io, Estimote, KKM, Jaalee, Tilt, April Brother.
    static let beacons: [Sample] = [
        .init(
            format: .ruuvi3,
            data: "02010611ff990403291a1ece1efc18f94202ca0b53",
            beacon: "mac-c4ac59001122",
            values: "humidity 20.5, temperature 26.3, pressure 1027.66, accelerationX -1, "
                + "accelerationY -1.726, accelerationZ 0.714, batteryMillivolts 2899"),
        .init(
            format: .ruuvi3,
            data: "02010611ff99040300ff6300008001800180010000",
            beacon: "mac-c4ac59001122",
            values: "humidity 0, temperature -127.99, pressure 500, accelerationX -32.767, "
                + "accelerationY -32.767, accelerationZ -32.767, batteryMillivolts 0"),
        .init(
            format: .ruuvi3,
            data: "02010611ff9904030064640000800080008000ffff",
            beacon: "mac-c4ac59001122",
            values: "humidity 0, pressure 500, batteryMillivolts 65535"),
        .init(
            format: .ruuvi5,
            data: "0201061bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f",
            beacon: "mac-cbb8334c884f",
            values: "temperature 24.3, humidity 53.49, pressure 1000.44, accelerationX 0.004, "
                + "accelerationY -0.004, accelerationZ 1.036, batteryMillivolts 2977, transmitPower 4, motions 66, sequence 205"
        ),
        .init(
            format: .ruuvi5,
            data: "0201061bff9904057ffffffefffe7fff7fff7fffffdefefffecbb8334c884f",
            beacon: "mac-cbb8334c884f",
            values: "temperature 163.835, humidity 163.835, pressure 1155.34, accelerationX 32.767, "
                + "accelerationY 32.767, accelerationZ 32.767, batteryMillivolts 3646, transmitPower 20, motions 254, sequence 65534"
        ),
        .init(
            format: .ruuvi5,
            data: "0201061bff9904058001000000008001800180010000000000cbb8334c884f",
            beacon: "mac-cbb8334c884f",
            values: "temperature -163.835, humidity 0, pressure 500, accelerationX -32.767, "
                + "accelerationY -32.767, accelerationZ -32.767, batteryMillivolts 1600, transmitPower -40, motions 0, sequence 0"
        ),
        .init(
            format: .ruuvi5,
            data: "0201061bff9904058000ffffffff800080008000ffffffffffffffffffffff",
            beacon: "mac-c4ac59001122",
            values: ""),
        .init(
            format: .ruuviURL,
            data: "0201060303aafe1716aafe10f6037275752e76692f2342475159414d713877",
            beacon: "mac-c4ac59001122",
            values: "humidity 50, temperature 24, pressure 1019"),
        .init(
            format: .minewInfo,
            data: "0201060303e1ff1016e1ffa10801aabbccddeeff504c5553",
            beacon: "mac-ffeeddccbbaa",
            values: "battery 1"),
        .init(
            format: .minewSensor,
            data: "0201060303e1ff1016e1ffa1016419803c40aabbccddeeff",
            beacon: "mac-ffeeddccbbaa",
            values: "battery 100, temperature 25.5, humidity 60.25"),
        .init(
            format: .minewSensor,
            data: "0201060303e1ff0d16e1ffa1026401aabbccddeeff",
            beacon: "mac-ffeeddccbbaa",
            values: "battery 100, lightDetected true"),
        .init(
            format: .minewSensor,
            data: "0201060303e1ff1216e1ffa10364ff8000000080aabbccddeeff",
            beacon: "mac-ffeeddccbbaa",
            values: "battery 100, accelerationX -0.5, accelerationY 0, accelerationZ 0.5"),
        .init(
            format: .minewManufacturer,
            data: "02010613ff3906a30364197348466745233123ac007ad3",
            beacon: "mac-ac2331234567",
            values: "battery 100, temperature 25.449, humidity 72.2734"),
        .init(
            format: .minewManufacturer,
            data: "0201061bff3906ca05010000197348466d696e65770000000100001234abcd",
            beacon: "mac-c4ac59001122",
            values: "temperature 25.449, humidity 72.2734"),
        .init(
            format: .minewManufacturer,
            data: "0201061bff3906ca05010200197348466d696e65770000000100001234abcd",
            beacon: "mac-c4ac59001122",
            values: "temperature 25.449"),
        .init(
            format: .minewManufacturer,
            data: "02010612ff3906a40150010001006745233123ac7ad3",
            beacon: "mac-ac2331234567",
            values: "battery 80, open true, tampered false"),
        .init(
            format: .minewManufacturer,
            data: "0201061bff3906ca006745233123ac6312340000000000000000000000000000",
            beacon: "mac-ac2331234567",
            values: "battery 99"),
        .init(
            format: .kontaktPlain,
            data: "0f166afe0206010f6404616263646566",
            beacon: "mac-c4ac59001122",
            values: "battery 100, transmitPower 4"),
        .init(
            format: .kontaktLocation,
            data: "0e166afe05f4250a01414243444546",
            beacon: "mac-c4ac59001122",
            values: "transmitPower -12"),
        .init(
            format: .kontaktScanResponse,
            data: "080961626364656667020a040a160dd061626364040264",
            beacon: "mac-c4ac59001122",
            values: "battery 100"),
        .init(
            format: .estimoteNearable,
            data: "02010403030f1817ff5d01011efe427eb6f4bc2f040168a1eafe05c1452553",
            beacon: "mac-c4ac59001122",
            values: "temperature 22.5, motion true, accelerationX -0.031, accelerationY 0.078, accelerationZ -0.984"),
        .init(
            format: .estimoteTelemetry,
            data: "02010403039afe17169afe2247a038d5eb032640000001414447f900608b01",
            beacon: "mac-c4ac59001122",
            values: "accelerationX 0, accelerationY 0.015, accelerationZ 1.023, motion true, duration 420, "
                + "pressure 1012.16"),
        .init(
            format: .estimoteTelemetry,
            data: "02010403039afe17169afe2247a038d5eb03264001d842ed73492566bc2e50",
            beacon: "mac-c4ac59001122",
            values: "illuminance 276.48, uptime 4870800, temperature 25.5, batteryMillivolts 2991, battery 80"),
        .init(
            format: .estimoteTelemetry,
            data: "02010403039afe17169afe2247a038d5eb03264001ffffffff492566fcffff",
            beacon: "mac-c4ac59001122",
            values: "uptime 4870800, temperature 25.5"),
        .init(
            format: .kkm,
            data: "0201061216aafe21010f0e5befbb42d1ffc200000407",
            beacon: "mac-c4ac59001122",
            values: "batteryMillivolts 3675, temperature -16.269, humidity 66.8164, accelerationX -0.062, "
                + "accelerationY 0, accelerationZ 1.031"),
        .init(
            format: .kkm,
            data: "0201060c16aafe2101070e5b154f2169",
            beacon: "mac-c4ac59001122",
            values: "batteryMillivolts 3675, temperature 21.308, humidity 33.4101"),
        .init(
            format: .kkm,
            data: "0201060303aafe1216aafe2101070e5b16531f95fffcffec03eb",
            beacon: "mac-c4ac59001122",
            values: "batteryMillivolts 3675, temperature 22.324, humidity 31.582, accelerationX -0.004, "
                + "accelerationY -0.02, accelerationZ 1.003"),
        .init(
            format: .jaalee,
            data: "020a00030325f50e1625f5644b1ecdb4f3d27420591a",
            beacon: "mac-d2f3b4cd1e4b",
            values: "battery 100, temperature 34.383, humidity 34.8058"),
        .init(
            format: .jaalee,
            data: "0201041bff4c000215ebefd08370a247c89837e7b5634df52565823d1acc64",
            beacon: "mac-c4ac59001122",
            values: "battery 100, temperature 24.391, humidity 23.8681"),
        .init(
            format: .jaalee,
            data: "0f161cf56465e6aa4cb0c801632e5535",
            beacon: "mac-c8b04caae665",
            values: "battery 100, temperature 22.799, humidity 33.2845"),
        .init(
            format: .tilt,
            data: "1aff4c000215a495bb10c5b14b44b5121370f02d74de004403f8c5",
            beacon: "mac-c4ac59001122",
            values: "temperature 20, gravity 1.016"),
        .init(
            format: .tilt,
            data: "1aff4c000215a495bb80c5b14b44b5121370f02d74de02a827d8c5",
            beacon: "mac-c4ac59001122",
            values: "temperature 20, gravity 1.02"),
        .init(
            format: .abTemp,
            data: "0201061aff4c000215b5b182c7eab14988aa99b5c1517008d90001641ac5",
            beacon: "mac-c4ac59001122",
            values: "battery 100, temperature 26"),
    ]
}
