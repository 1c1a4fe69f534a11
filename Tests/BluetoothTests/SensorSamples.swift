@testable import Bluetooth

/// Payloads of every plain format, with the identity and the values they give: written from the formats' descriptions and
/// their authors' samples, so that they are checked wherever the tests run.
enum SensorSamples {
    struct Sample: Sendable {
        var format: SensorFormat
        /// What was heard from the same address before.
        var before = ""
        /// The advertiser; nil where it does not matter.
        var address: String?
        var data: String
        /// The beacon id; empty where there is none.
        var beacon: String
        /// Fields and values as they are written in a batch.
        var values: String
    }

    static let all: [Sample] = [
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
            format: .atc1441,
            data: "10161a18a4c138bc7c4e0102284f0b6720",
            beacon: "mac-a4c138bc7c4e",
            values: "temperature 25.8, humidity 40, battery 79, batteryMillivolts 2919, sequence 32"),
        .init(
            format: .atc1441,
            data: "10161a18a4c138bc7c4effd33e510b7b62",
            beacon: "mac-a4c138bc7c4e",
            values: "temperature -4.5, humidity 62, battery 81, batteryMillivolts 2939, sequence 98"),
        .init(
            format: .pvvx,
            data: "02010612161a18b2188d38c1a42b089011f70a43200f",
            beacon: "mac-a4c1388d18b2",
            values: "temperature 20.91, humidity 44.96, batteryMillivolts 2807, battery 67, sequence 32"),
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
            format: .goveeThermometer,
            data: "0aff88ec0088078c116402",
            beacon: "mac-c4ac59001122",
            values: "temperature 19.28, humidity 44.92, battery 100"),
        .init(
            format: .goveeThermometer,
            data: "0d09475648353037355f43423942030388ec02010509ff88ec0081c2896400",
            beacon: "mac-c4ac59001122",
            values: "temperature -11.5, humidity 33.7, battery 100"),
        .init(
            format: .goveeThermometer,
            data: "0cff88ec00ba0af90f63020101",
            beacon: "mac-c4ac59001122",
            values: "temperature 27.46, humidity 40.89, battery 99"),
        .init(
            format: .goveeThermometer,
            data: "0d09475648353130325f43423942030388ec02010509ff0100010103cb0164",
            beacon: "mac-c4ac59001122",
            values: "temperature 24.8, humidity 57.7, battery 100"),
        .init(
            format: .goveeThermometer,
            data: "0a09423531373843353435030388ec0201050cff010001010003a00f640000",
            beacon: "mac-c4ac59001122",
            values: "temperature 23.7, humidity 58.3, battery 100"),
        .init(
            format: .goveeThermometer,
            data: "0a09423531373843353435030388ec0201050cff010001010102fc87640002",
            beacon: "mac-c4ac59001123",
            values: "temperature 19.5, humidity 71.9, battery 100"),
        .init(
            format: .goveeThermometer,
            data: "0cff0188ec000101a00aa2175b",
            beacon: "mac-c4ac59001122",
            values: "temperature 27.2, humidity 60.5, battery 91"),
        .init(
            format: .goveeThermometer,
            data: "02010509ff88ec00012d6e64001aff4c000215494e54454c4c495f524f434b535f48575075f2ffc2",
            beacon: "mac-c4ac59001122",
            values: "temperature 7.7, humidity 16.6, battery 100"),
        .init(
            format: .goveeAirQuality,
            data: "0201060d09475648353130365f34423939030388ec09ff010001010deeaa6f1aff4c000215494e54"
                + "454c4c495f524f434b535f48575075f2ff0c",
            beacon: "mac-c4ac59001122",
            values: "temperature 23.3, humidity 74.5, particles25 7"),
        .init(
            format: .goveeAirQuality,
            data: "02010609ff01000101848420c0",
            beacon: "mac-c4ac59001122",
            values: "temperature -7.5, humidity 76.8, particles25 0"),
        .init(
            format: .goveeProbes,
            data: "0201060303518214ff30554401000101e4018608341cdc8609602249",
            beacon: "mac-c4ac59001122",
            values: "probe1 21, probe2 24"),
        .init(
            format: .goveeProbes,
            data: "0303518302010511ff5da1b401000101e400800a2813240000000000000000",
            beacon: "mac-c4ac59001122",
            values: "probe1 26"),
        .init(
            format: .switchBotMeter,
            data: "02010609163dfd6900ba18993b",
            beacon: "mac-c4ac59001122",
            values: "battery 58, temperature 25.8, humidity 59"),
        .init(
            format: .switchBotMeter,
            data: "02010609163dfd6900ba031938",
            beacon: "mac-c4ac59001122",
            values: "battery 58, temperature -25.3, humidity 56"),
        .init(
            format: .switchBotMeter, before: "06163dfd770041",
            data: "0201060fff6909aabbccddeeff8b0305993200",
            beacon: "mac-aabbccddeeff",
            values: "temperature 25.5, humidity 50"),
        .init(
            format: .switchBotMeter,
            data: "02010606163dfd770041",
            beacon: "mac-c4ac59001122",
            values: "battery 65"),
        .init(
            format: .switchBotSensor,
            data: "02010609163dfd7340d50000f2",
            beacon: "mac-c4ac59001122",
            values: "battery 85, motion true, lightDetected true"),
        .init(
            format: .switchBotSensor,
            data: "0201060c163dfd640064440359ffff42",
            beacon: "mac-c4ac59001122",
            values: "battery 100, motion false, lightDetected false, open true, buttons 2"),
        .init(
            format: .switchBotSensor,
            data: "0201060c16000d64c05c010000000000",
            beacon: "mac-c4ac59001122",
            values: "battery 92, motion true, lightDetected true, open false, buttons 0"),
        .init(
            format: .switchBotSensor,
            data: "0201060616000d48005b",
            beacon: "mac-c4ac59001122",
            values: "battery 91"),
        .init(
            format: .inkbird,
            data: "0201060afff009fe1301ca893008",
            beacon: "mac-c4ac59001122",
            values: "temperature 25.44, humidity 51.18, battery 48"),
        .init(
            format: .inkbird,
            data: "0201060302f0ff04097470730aff9ef8000000bcbc6406",
            beacon: "mac-c4ac59001122",
            values: "temperature -18.9, battery 100"),
        .init(
            format: .inkbirdProbes, address: "1893d7353559",
            data: "0201060302f0ff17ff000000001893d7353559d200f6ff2c010000f6ff0501",
            beacon: "mac-1893d7353559",
            values: "probe1 21, probe3 30, probe4 0, probe6 26.1"),
        .init(
            format: .inkbirdProbes, address: "1893d7353559",
            data: "0201060302f0ff17ff000000001893d7353559d200d300d400d500d600d700",
            beacon: "mac-1893d7353559",
            values: "probe1 21, probe2 21.1, probe3 21.2, probe4 21.3, probe5 21.4, probe6 21.5"),
        .init(
            format: .thermoBeacon, address: "068800001627",
            data: "0201060302f0ff15ff110000002716000088063c0c8f01a103b9d70300",
            beacon: "mac-068800001627",
            values: "batteryMillivolts 3132, temperature 24.937, humidity 58.0625, uptime 251833"),
        .init(
            format: .thermoBeaconT,
            data: "02010615ff55aa0101a4c13874b08501070a1d10f064000100",
            beacon: "mac-a4c13874b085",
            values: "temperature 25.89, humidity 43.36, battery 100"),
        .init(
            format: .thermoBeaconT,
            data: "02010614ff55aa0105aabbccddeeff010709e215e0530001",
            beacon: "mac-aabbccddeeff",
            values: "temperature 25.3, humidity 56, battery 83"),
        .init(
            format: .thermoPro,
            data: "0d0954503335372028324130312902010507ffc2170127022c",
            beacon: "mac-c4ac59001122",
            values: "temperature 27.9, humidity 39, batteryLow false"),
        .init(
            format: .thermoPro,
            data: "07ffc2f5ff32002c",
            beacon: "mac-c4ac59001122",
            values: "temperature -1.1, humidity 50, batteryLow true"),
        .init(
            format: .qingping,
            data: "0201061816cdfd08096f1c40342d580104be000d0207027226020157",
            beacon: "mac-582d34401c6f",
            values: "temperature 19, humidity 52.5, pressure 984.2, battery 87"),
        .init(
            format: .qingping,
            data: "0201061b16cdfd0824b6ebc994c27c0104d100ba0112040a000a0013026f02",
            beacon: "mac-7cc294c9ebb6",
            values: "temperature 20.9, humidity 44.2, particles25 10, particles10 10, carbonDioxide 623"),
        .init(
            format: .qingping,
            data: "0201061716cdfd0812005e60342d580201640f011c09048b090000",
            beacon: "mac-582d34605e00",
            values: "battery 100, sequence 28, illuminance 2443"),
        .init(
            format: .qingping,
            data: "0201061416cdfd4812ffeeddccbbaa0804010300000f0150",
            beacon: "mac-aabbccddeeff",
            values: "motion true, illuminance 3, sequence 80"),
        .init(
            format: .qingping,
            data: "0201061416cdfd0804ffeeddccbbaa0201600f012b0f0100",
            beacon: "mac-aabbccddeeff",
            values: "battery 96, sequence 43, open true"),
        .init(
            format: .blueMaestro,
            data: "11ff330117550e10061eff2f02a6ff0301000908111111111111111100",
            beacon: "mac-c4ac59001122",
            values: "battery 85, sequence 1566, temperature -20.9, humidity 67.8, dewPoint -25.3"),
        .init(
            format: .sensirion,
            data: "0201060dffd506000867355367925c0b0406094d79434f32",
            beacon: "mac-c4ac59001122",
            values: "temperature 25.632, humidity 36.1608, carbonDioxide 1035"),
        .init(
            format: .sensirion,
            data: "0201060bffd5060006e2e7036a1c650d09534854343020476164676574",
            beacon: "mac-c4ac59001122",
            values: "temperature 27.47, humidity 43.3705"),
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
            format: .aranet4,
            data: "02010619ff0207210e0401000c0f016f030802681f1362012c018c00b9",
            beacon: "mac-c4ac59001122",
            values: "carbonDioxide 879, temperature 26, pressure 804, humidity 19, battery 98, sequence 185"),
        .init(
            format: .hhcc,
            data: "020106030250fd0c1650fd0e006e0134a428005b",
            beacon: "mac-c4ac59001122",
            values: "soilMoisture 14, temperature 11, illuminance 79012, battery 40, conductivity 91"),
        .init(
            format: .bParasite,
            data: "02010415161a18110b0aa1542cbca1fffff0caf0ca0201004205096e524635",
            beacon: "mac-f0caf0ca0201",
            values: "sequence 11, batteryMillivolts 2721, temperature 21.548, humidity 73.6842, "
                + "soilMoisture 100, illuminance 66"),
        .init(
            format: .bParasite,
            data: "02010613161a1820c30c1cfe0ce6667fffaabbccddeeff",
            beacon: "mac-aabbccddeeff",
            values: "sequence 3, batteryMillivolts 3100, temperature -5, humidity 90.0007, soilMoisture 49.99"),
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
        .init(
            format: .miScale,
            data: "0201060d161d18223e30e607020e10293a",
            beacon: "mac-c4ac59001122",
            values: "weight 61.75"),
        .init(
            format: .miScale,
            data: "0201060d161d18637607e607020e10293a",
            beacon: "mac-c4ac59001122",
            values: "weight 8.664"),
        .init(
            format: .miScale,
            data: "0201060d161d18821400e507040b101708",
            beacon: "mac-c4ac59001122",
            values: ""),
        .init(
            format: .miScale,
            data: "02010610161b1802a6e607020e10293af7019a38",
            beacon: "mac-c4ac59001122",
            values: "weight 72.45, impedance 503"),
        .init(
            format: .gatt,
            data: "02010604160f1845",
            beacon: "",
            values: "battery 69"),
        .init(
            format: .gatt,
            data: "02010605166e2a2efb",
            beacon: "mac-c4ac59001122",
            values: "temperature -12.34"),
        .init(
            format: .gatt,
            data: "02010605166e2a0080",
            beacon: "mac-c4ac59001122",
            values: ""),
        .init(
            format: .gatt,
            data: "02010605166f2a8813",
            beacon: "mac-c4ac59001122",
            values: "humidity 50"),
        .init(
            format: .gatt,
            data: "02010607166d2af2770f00",
            beacon: "mac-c4ac59001122",
            values: "pressure 1013.74"),
        .init(
            format: .gatt,
            data: "0201060616fb2aa08601",
            beacon: "mac-c4ac59001122",
            values: "illuminance 1000"),
        .init(
            format: .gatt,
            data: "0201060416072afc",
            beacon: "",
            values: "transmitPower -4"),
    ]
}
