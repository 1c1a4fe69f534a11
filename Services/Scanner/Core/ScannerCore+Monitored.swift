import Bus
import Schema
import ServiceKit
import Store
import Tracking

extension ScannerCore {
    private static let monitoredKey = "monitored"

    /// Starts with the set that was stored last, or with the configured formats.
    func loadMonitored() throws {
        if let bytes = try journal.state(Self.monitoredKey),
            let set = try? MessageCoder.decode(Monitored.self, bytes).body
        {
            wantKeys(set)
            return apply(set)
        }
        radio.send(
            .monitor(MonitoredSet(formats: options.formats, base: options.timing, pathLoss: options.pathLoss)))
    }

    /// Takes over a set from metadata, unless it is an older one of the same registry; stored first, then applied.
    func monitor(_ message: IncomingMessage) throws {
        let set = try message.decode(Monitored.self).body
        wantKeys(set)
        if let present = monitored, present.registry == set.registry, set.revision <= present.revision { return }
        do {
            try journal.setState(Self.monitoredKey, message.payload)
        } catch {
            // It is retained: after a restart the broker gives it again.
            logger.error("the monitored set cannot be stored", .reason("\(error)"))
        }
        apply(set)
        status.touch()
        logger.info("monitored set applied", .count("revision", set.revision), .count("rules", set.rules.count))
    }

    private func apply(_ set: Monitored) {
        monitored = MonitoredReport(registry: set.registry, revision: set.revision)
        let rules = set.rules.compactMap { MonitoredRule($0, base: options.timing) }
        radio.send(
            .monitor(
                MonitoredSet(formats: set.formats, rules: rules, base: options.timing, pathLoss: options.pathLoss)))
    }
}

extension MonitoredRule {
    /// A rule as metadata sends it; nil for one that names nothing. What its timing leaves open is the node's own, but
    /// for the one sighting that a registered beacon needs.
    init?(_ rule: MonitorRule, base: Timing) {
        let target: Target
        if let beacon = rule.beacon {
            target = .beacon(beacon.identity)
        } else if let uuid = rule.uuid {
            guard let major = rule.major else {
                self.init(.uuid(uuid), rule, base)
                return
            }
            if let minor = rule.minor {
                target = .beacon(
                    BeaconIdentity(iBeacon: uuid, major: UInt16(clamping: major), minor: UInt16(clamping: minor)))
            } else {
                target = .major(uuid, UInt16(clamping: major))
            }
        } else if let namespace = rule.namespace {
            if let instance = rule.instance {
                target = .beacon(
                    BeaconIdentity(eddystoneUID: namespace.high, UInt64(namespace.low) << 48 | instance.value))
            } else {
                target = .namespace(namespace)
            }
        } else {
            return nil
        }
        self.init(target, rule, base)
    }

    private init(_ target: Target, _ rule: MonitorRule, _ base: Timing) {
        var timing: Timing?
        if let own = rule.timing {
            timing = Timing(
                sightings: own.sightings.map { UInt8(clamping: $0) } ?? (rule.registered ? 1 : base.sightings),
                window: own.window.map { .milliseconds($0) } ?? base.window,
                timeout: own.timeout.map { .milliseconds($0) } ?? base.timeout,
                range: own.range.map { Float($0) } ?? base.range)
        }
        self.init(target, registered: rule.registered, timing: timing, power: rule.power.map { Int8(clamping: $0) })
    }
}
