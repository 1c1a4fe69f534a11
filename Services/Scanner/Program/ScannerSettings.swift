import Adapters
import Bluetooth
import Schema
import ServiceKit
import Tracking

/// The scanner's configuration, turned into what its parts are set up with.
struct ScannerSettings: Sendable {
    private(set) var radio: RadioSettings
    let timing: Timing
    let pathLoss: PathLoss
    let formats: [BeaconFormat]

    /// What tracks reports, whatever they come from; the radio's source is still a recording of nothing.
    init(tracking configuration: Configuration) {
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
        let interval = configuration[ScannerKeys.readings]
        radio = RadioSettings(
            makeSource: { FileSource(path: "/dev/null") }, pace: .recorded, tracker: tracker,
            readings: interval == .zero ? nil : interval, raw: configuration[ScannerKeys.raw],
            rawInterval: configuration[ScannerKeys.rawInterval],
            monitored: MonitoredSet(formats: formats, base: timing, pathLoss: pathLoss))
    }

    /// All of it, for a scanner.
    init(_ configuration: Configuration) {
        self.init(tracking: configuration)
        let source = configuration[ScannerKeys.source]
        radio.pace = Pace(configuration[ScannerKeys.speed]) ?? .recorded
        if case .live(let sources) = SourceText(source) {
            let options = HCIOptions(configuration)
            // The one that takes any adapter takes what the others leave.
            let sources = sources.filter { !$0.takesAny } + sources.filter(\.takesAny)
            radio.makeLive = {
                let claims = AdapterClaims()
                return sources.map { $0.make(options, claims) }
            }
            radio.makeWatch = { place, cause in sources[place].watch(options, after: cause) }
            return
        }
        let seed = UInt64(clamping: configuration[ScannerKeys.seed])
        let phones = configuration[ScannerKeys.phones]
        // At full speed a site without an end would be an endless flood.
        let duration = configuration[ScannerKeys.duration] ?? (radio.pace == .max ? .seconds(600) : nil)
        let visitors = SimulatedSite.Visitors(
            count: configuration[ScannerKeys.visitors], stay: configuration[ScannerKeys.stay],
            away: configuration[ScannerKeys.away])
        radio.makeSource = {
            guard source == "sim" else { return FileSource(path: source) }
            return SimulatedSource(.demonstration(seed: seed, phones: phones, visitors: visitors, duration: duration))
        }
    }
}

extension HCIOptions {
    init(_ configuration: Configuration) {
        self.init(
            session: ControllerSession.Options(
                scan: ScanParameters(
                    isActive: configuration[ScannerKeys.scan] == .active,
                    interval: configuration[ScannerKeys.scanInterval], window: configuration[ScannerKeys.scanWindow],
                    listensToCodedPHY: configuration[ScannerKeys.coded]),
                silence: configuration[ScannerKeys.silence]),
            mode: configuration[ScannerKeys.mode].mode, powersOn: configuration[ScannerKeys.powerOn],
            unblocks: configuration[ScannerKeys.unblock])
    }
}

extension LiveSourceText {
    /// The source it stands for.
    func make(_ options: HCIOptions, _ claims: AdapterClaims) -> any LiveSource {
        let seed = UInt64.random(in: .min ... .max)
        switch self {
        case .adapter(let choice, let mode):
            var options = options
            options.mode = mode ?? options.mode
            return HCISource(choice, options, claims, seed: seed)
        case .stream(let place): return H4Source(place, options.session, seed: seed)
        }
    }

    /// What looks for it after a failed start.
    func watch(_ options: HCIOptions, after cause: ErrorCode) -> any AdapterWatching {
        switch self {
        case .adapter(let choice, let mode):
            var options = options
            options.mode = mode ?? options.mode
            return AdapterWatch(choice, options, after: cause)
        case .stream(let place): return H4Watch(place, after: cause)
        }
    }

    /// Whether it is any adapter of this machine.
    fileprivate var takesAny: Bool {
        if case .adapter(.first, _) = self { true } else { false }
    }
}
