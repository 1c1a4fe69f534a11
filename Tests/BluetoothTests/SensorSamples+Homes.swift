@testable import Bluetooth

extension SensorSamples {
    /// Govee, SwitchBot, Inkbird, ThermoBeacon, ThermoPro.
    static let homes: [Sample] = [
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
    ]
}
