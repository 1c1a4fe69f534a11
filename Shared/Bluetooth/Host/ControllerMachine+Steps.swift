internal import Schema

/// What is asked, and what its answer leads to.
extension ControllerMachine {
    mutating func restart(at now: Instant) -> [Action] {
        hasTriedOther = false
        // Whatever it said before: one command may always be sent to a controller that is set up anew.
        credits = 1
        return ask(setup == .full ? .reset : .commands, at: now)
    }

    mutating func ask(_ first: Step, at now: Instant) -> [Action] {
        for step in Step.allCases where step.rawValue >= first.rawValue {
            guard let command = command(for: step) else { continue }
            state = .asking(step, until: now + Self.answerTime)
            // The kernel keeps the account of a controller that it uses.
            isHeld = setup == .full && credits == 0
            return isHeld ? [] : [.send(command)]
        }
        return []
    }

    /// The command of a step; nil where it does not apply.
    func command(for step: Step) -> HCICommand? {
        switch step {
        case .reset: setup == .full ? .reset : nil
        case .commands: .readLocalSupportedCommands
        case .address: setup == .full ? .readAddress : nil
        case .eventMask: setup == .full ? .setEventMask : nil
        case .leEventMask: setup == .full ? .setLEEventMask : nil
        case .randomAddress: needsRandomAddress ? .setRandomAddress(randomAddress) : nil
        case .disable: enable(false)
        case .parameters:
            isExtended
                ? .setExtendedScanParameters(scan, ownAddressType: needsRandomAddress ? 1 : 0)
                : .setScanParameters(scan, ownAddressType: needsRandomAddress ? 1 : 0)
        case .enable: enable(true)
        }
    }

    func enable(_ isOn: Bool) -> HCICommand {
        isExtended ? .setExtendedScanEnable(isOn) : .setScanEnable(isOn)
    }

    /// A controller without an address of its own cannot ask for scan responses under it.
    var needsRandomAddress: Bool { setup == .full && scan.isActive && address?.value == 0 }
    /// Random static: the two top bits set.
    var randomAddress: UInt64 { random.state & 0x3fff_ffff_ffff | 0xc000_0000_0000 }

    mutating func answered(_ step: Step, _ status: UInt8, _ values: [UInt8], at now: Instant) -> [Action] {
        guard status == 0 || step == .disable else { return refused(step, status, at: now) }
        switch step {
        case .commands:
            // Octet 37: bit 5 LE Set Extended Scan Parameters, bit 6 LE Set Extended Scan Enable.
            isExtended = working ?? (values.count > 37 && values[37] & 0x60 == 0x60)
        case .address:
            if values.count >= 6 {
                address = BluetoothAddress(
                    truncating: (0..<6).reduce(0) { $0 | UInt64(values[$1]) << (8 * UInt64($1)) })
            }
        case .enable:
            state = .scanning
            working = isExtended
            scanningSince = now
            return [.scanning]
        case .reset, .eventMask, .leEventMask, .randomAddress, .disable, .parameters: break
        }
        guard let next = Step(rawValue: step.rawValue + 1) else { return [] }
        return ask(next, at: now)
    }
}
