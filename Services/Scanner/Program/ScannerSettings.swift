import Schema
import ServiceKit
import Tracking

/// The scanner's configuration, turned into what its parts are set up with.
struct ScannerSettings: Sendable {
    let radio: RadioSettings
    let timing: Timing
    let pathLoss: PathLoss
    let formats: [BeaconFormat]

    init(_ configuration: Configuration) {
        timing = Timing(
            sightings: UInt8(clamping: configuration[ScannerKeys.sightings]), window: configuration[ScannerKeys.window],
            timeout: configuration[ScannerKeys.timeout], range: configuration[ScannerKeys.range].map { Float($0) })
        pathLoss = PathLoss(exponent: Float(configuration[ScannerKeys.exponent]))
        formats = configuration[ScannerKeys.formats].map(\.format)
        var tracker = TrackerSettings()
        tracker.capacity = configuration[ScannerKeys.capacity]
        tracker.sensors = configuration[ScannerKeys.sensors]
        tracker.timing = timing
        tracker.pathLoss = pathLoss
        tracker.receiverGain = Float(configuration[ScannerKeys.gain])
        tracker.zones = ZoneBoundaries(
            immediateMetres: Float(configuration[ScannerKeys.immediate]),
            nearMetres: Float(configuration[ScannerKeys.near]), model: pathLoss)
        let source = configuration[ScannerKeys.source]
        let seed = UInt64(clamping: configuration[ScannerKeys.seed])
        let phones = configuration[ScannerKeys.phones]
        let pace = Pace(configuration[ScannerKeys.speed]) ?? .recorded
        // At full speed a site without an end would be an endless flood.
        let duration = configuration[ScannerKeys.duration] ?? (pace == .max ? .seconds(600) : nil)
        let visitors = SimulatedSite.Visitors(
            count: configuration[ScannerKeys.visitors], stay: configuration[ScannerKeys.stay],
            away: configuration[ScannerKeys.away])
        let interval = configuration[ScannerKeys.readings]
        radio = RadioSettings(
            makeSource: {
                guard source == "sim" else { return FileSource(path: source) }
                return SimulatedSource(
                    .demonstration(seed: seed, phones: phones, visitors: visitors, duration: duration))
            }, pace: pace, tracker: tracker,
            readings: interval == .zero ? nil : interval, raw: configuration[ScannerKeys.raw],
            rawInterval: configuration[ScannerKeys.rawInterval],
            monitored: MonitoredSet(formats: formats, base: timing, pathLoss: pathLoss))
    }
}
