internal import Synchronization

/// All metrics of a process. Names and labels are made at start, so their number is bounded by the program itself.
///
/// Names get the prefix `beaconbus_`; counters end in `_total`, times in `_seconds`, sizes in `_bytes`.
public final class Metrics: Sendable {
    private enum Series: Sendable {
        case counter(Counter)
        case gauge(Gauge)
        case histogram(Histogram)
        case computed(@Sendable () -> Double)
    }

    private struct Family: Sendable {
        let kind: String
        let help: String
        var series: [(labels: String, series: Series)]
    }

    private let families = Mutex<[String: Family]>([:])

    public init() {}

    /// The counter of that name and labels; made at the first call.
    public func counter(_ name: StaticString, _ help: StaticString, labels: [String: String] = [:]) -> Counter {
        let series = find(name, help, "counter", labels) { .counter(Counter()) }
        if case .counter(let counter) = series { return counter }
        preconditionFailure("The metric \(name) exists as another kind.")
    }

    /// The gauge of that name and labels; made at the first call.
    public func gauge(_ name: StaticString, _ help: StaticString, labels: [String: String] = [:]) -> Gauge {
        let series = find(name, help, "gauge", labels) { .gauge(Gauge()) }
        if case .gauge(let gauge) = series { return gauge }
        preconditionFailure("The metric \(name) exists as another kind.")
    }

    /// A gauge that is computed whenever somebody asks; `value` must be quick and callable on any thread.
    public func gauge(
        _ name: StaticString, _ help: StaticString, labels: [String: String] = [:],
        value: @escaping @Sendable () -> Double
    ) {
        _ = find(name, help, "gauge", labels) { .computed(value) }
    }

    /// A counter that is kept elsewhere and read whenever somebody asks.
    public func counter(
        _ name: StaticString, _ help: StaticString, labels: [String: String] = [:],
        value: @escaping @Sendable () -> Double
    ) {
        _ = find(name, help, "counter", labels) { .computed(value) }
    }

    /// The histogram of that name and labels; made at the first call.
    /// - Parameter bounds: rising upper bounds of the buckets.
    public func histogram(
        _ name: StaticString, _ help: StaticString, labels: [String: String] = [:],
        bounds: [Double] = Histogram.seconds
    ) -> Histogram {
        let series = find(name, help, "histogram", labels) { .histogram(Histogram(bounds: bounds)) }
        if case .histogram(let histogram) = series { return histogram }
        preconditionFailure("The metric \(name) exists as another kind.")
    }

    private func find(
        _ name: StaticString, _ help: StaticString, _ kind: String, _ labels: [String: String],
        make: () -> Series
    ) -> Series {
        let labels = PrometheusText.labels(labels)
        return families.withLock { families in
            var family = families["\(name)"] ?? Family(kind: kind, help: "\(help)", series: [])
            if let known = family.series.first(where: { $0.labels == labels }) { return known.series }
            let made = make()
            family.series.append((labels, made))
            families["\(name)"] = family
            return made
        }
    }

    /// Everything in Prometheus' text format 0.0.4, sorted by name.
    public var text: String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            let name = "beaconbus_" + name
            text += "# HELP \(name) \(PrometheusText.help(family.help))\n# TYPE \(name) \(family.kind)\n"
            for (labels, series) in family.series.sorted(by: { $0.labels < $1.labels }) {
                switch series {
                case .counter(let counter): text += PrometheusText.line(name, labels, Double(counter.value))
                case .gauge(let gauge): text += PrometheusText.line(name, labels, gauge.value)
                case .computed(let value): text += PrometheusText.line(name, labels, value())
                case .histogram(let histogram): text += PrometheusText.histogram(name, labels, histogram)
                }
            }
        }
        return text
    }
}
