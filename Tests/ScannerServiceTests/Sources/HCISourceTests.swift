import Bluetooth
import Glibc
import Schema
import Testing

@testable import ScannerService

/// The kernel's Bluetooth where there is none, as on machines that build; where there is some, the emulated kernel's tests
/// (`Tests/Bluetooth/run`) tell more.
@Suite struct HCISourceTests {
    private static let hasBluetooth: Bool = {
        let descriptor = socket(31, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), 1)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }()

    @Test(
        "R6: without Bluetooth in the kernel the source fails at once with adapterUnsupported and a remedy",
        .disabled(if: hasBluetooth, "This kernel has Bluetooth"))
    func unsupported() {
        for mode in BluetoothMode.allCases {
            let source = HCISource(.first, HCIOptions(mode: mode), seed: 1)
            source.begin(at: .zero)
            let condition = source.service(at: .zero, limit: 64) { _ in Issue.record("a report out of nothing") }
            #expect(condition.state == .failed && condition.error?.code == .adapterUnsupported)
            #expect(condition.error?.suggestion.isEmpty == false)
            source.end()
            #expect(source.deadline == nil && source.phase == .closed)
        }
    }
}
