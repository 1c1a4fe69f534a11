internal import Schema

/// Refusals, interruptions, and when it is given up.
extension ControllerMachine {
    mutating func refused(_ step: Step, _ status: UInt8, at now: Instant) -> [Action] {
        counters.refused &+= 1
        // Core Vol 4 Part E 3.1.1: who has used one pair of scan commands may not use the other until a reset.
        if step == .parameters, status == 0x0c || status == 0x01, !hasTriedOther {
            hasTriedOther = true
            isExtended.toggle()
            return ask(.disable, at: now)
        }
        if step == .parameters, isExtended, scan.listensToCodedPHY, status == 0x11 || status == 0x12 {
            scan.listensToCodedPHY = false
            return ask(.parameters, at: now)
        }
        // Not every controller knows every mask; what it then sends is enough or it is not.
        if step == .eventMask || step == .leEventMask || step == .address || step == .commands {
            if let next = Step(rawValue: step.rawValue + 1) { return ask(next, at: now) }
        }
        return retry(refusal(step, status), at: now)
    }

    func refusal(_ step: Step, _ status: UInt8) -> BeaconBusError {
        let name = command(for: step)?.description ?? ""
        let isBusy = status == 0x0c || status == 0x0d || status == 0x3a
        return BeaconBusError(
            isBusy ? .adapterBusy : .adapterFailed,
            reason: "the controller refused \(name): \(HCIReply.meaning(status))",
            suggestion: isBusy
                ? "Stop the other program that uses the adapter, or read beside it with mode=monitor."
                : "Use another adapter, or give it a newer firmware.")
    }

    mutating func switchedOff(at now: Instant) -> [Action] {
        counters.switchedOff &+= 1
        return interrupt(
            .switchedOff,
            BeaconBusError(
                .adapterBusy, reason: "another program keeps switching the scan off",
                suggestion: "Stop that program, or read beside it with mode=monitor."), at: now)
    }

    mutating func interrupt(
        _ interruption: Interruption, _ error: BeaconBusError, at now: Instant
    ) -> [Action] {
        switch state {
        case .idle, .failed: return []
        case .waiting, .asking: return retry(error, at: now)
        case .scanning:
            // One that has lasted is taken up again at once; one that did not backs off.
            if let since = scanningSince, now - since >= .seconds(5) {
                failures = now - since >= Self.steady ? 0 : failures
                if setup == .shared || interruption == .switchedOff {
                    state = .waiting(until: now + Self.pauses.lowerBound)
                    return [.interrupted(interruption)]
                }
            }
            return [.interrupted(interruption)] + retry(error, at: now)
        }
    }

    mutating func retry(_ error: BeaconBusError, at now: Instant) -> [Action] {
        failures += 1
        guard failures < Self.attempts else {
            state = .failed
            return [.failed(error)]
        }
        var pause = Self.pauses.lowerBound
        for _ in 1..<max(failures, 1) where pause < Self.pauses.upperBound { pause = pause * 2 }
        state = .waiting(until: now + random.jittered(min(pause, Self.pauses.upperBound)))
        return []
    }

    static func failure(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .adapterFailed, reason: reason, suggestion: "Unplug the adapter and plug it in again, or restart it.")
    }

    func hardwareFailure(_ code: UInt8) -> BeaconBusError {
        BeaconBusError(
            .adapterFailed,
            reason: "the controller reported hardware error 0x\(HexDigits.text(UInt64(code), bytes: 1))",
            suggestion: "Unplug the adapter and plug it in again; look at its power supply.")
    }
}
