import Bluetooth
import Schema

/// One adapter, and what a scanner can do with it.
struct AdapterLine: Sendable {
    let index: UInt16
    /// What the kernel says of it; nil where it does not offer it.
    let known: Management.Adapter?
    let block: RadioBlock?
    let state: AdapterState
    /// Why it cannot be used.
    let error: BeaconBusError?
    /// The text for `--source` that means this one.
    let source: String

    /// One that the kernel offers; `isTwin` where another one has its address.
    init(_ adapter: Management.Adapter, block: RadioBlock?, isTwin: Bool) {
        index = adapter.index
        known = adapter
        self.block = block
        source = isTwin || adapter.address.value == 0 ? "hci:\(adapter.device)" : "hci:\(adapter.address)"
        if !adapter.supported.contains(.lowEnergy) {
            state = .unsupported
            error = BeaconBusError(
                .adapterUnsupported, reason: "\(adapter.device) knows no Bluetooth LE",
                suggestion: "Choose another adapter, or plug one in.")
        } else if let refusal = block?.error {
            (state, error) = (.blocked, refusal)
        } else {
            (state, error) = (adapter.current.contains(.powered) ? .ready : .off, nil)
        }
    }

    /// One that is there and that the kernel does not offer; `isAsked` where it has not answered for it.
    init(hidden index: UInt16, block: RadioBlock?, isAsked: Bool) {
        self.index = index
        known = nil
        self.block = block
        source = "hci:hci\(index)"
        state = isAsked ? .failed : .busy
        error =
            isAsked
            ? BeaconBusError(
                .adapterFailed, reason: "the kernel does not answer for hci\(index)",
                suggestion: "Look at the kernel's log: dmesg | grep -i bluetooth.")
            : BeaconBusError(
                .adapterBusy, reason: "the kernel does not offer hci\(index)",
                suggestion:
                    "A program that has it alone, such as a scanner with mode=user, must give it back; one that "
                    + "was plugged in just now needs a moment.")
    }

    /// hci0, hci1, …
    var device: String { "hci\(index)" }

    /// Whether a scanner can use it: one that is off it switches on itself, unless it is told not to.
    var isUsable: Bool { state == .ready || state == .off }

    /// The text for `--source` that means this one in a mode.
    func source(in mode: BluetoothMode) -> String { "\(source)?mode=\(mode.rawValue)" }
}
