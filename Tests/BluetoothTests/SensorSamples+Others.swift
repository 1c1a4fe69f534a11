@testable import Bluetooth

extension SensorSamples {
    /// ATC, Qingping, Blue Maestro, Sensirion, Aranet, HHCC, b-parasite, Xiaomi's scales, GATT.
    static let others: [Sample] = [
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
