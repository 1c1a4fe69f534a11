import Adapters
import Bluetooth
import Schema

/// Asks the kernel which adapters there are; comes to an end whatever it answers.
enum AdapterInquiry {
    /// How long an answer is waited for.
    static let patience: Duration = .seconds(3)

    /// What is known in the end, and what kept it from being all.
    static func ask(
        _ kernel: some AdapterKernel, now: () -> Instant
    ) -> (directory: AdapterDirectory, problem: BeaconBusError?) {
        var directory = AdapterDirectory()
        var refusal: UInt8?
        let end = now() + patience
        do throws(BeaconBusError) {
            while true {
                for question in directory.takeQuestions() { try kernel.send(question) }
                if let refusal { throw refused(refusal) }
                if directory.isComplete { return (directory, nil) }
                guard now() < end else { throw late() }
                kernel.wait(until: end)
                try kernel.receive { (event) throws(BeaconBusError) in
                    if case .complete(Management.Command.readIndexList.opcode, _, let status, _) = event, status != 0 {
                        refusal = status
                    }
                    directory.handle(event)
                }
            }
        } catch {
            return (directory, error)
        }
    }

    private static func late() -> BeaconBusError {
        BeaconBusError(
            .requestTimeout,
            reason:
                "the kernel's Bluetooth management did not answer within \(patience.saturatedMilliseconds / 1_000) s",
            suggestion: "Try again; if it stays so, look at the kernel's log: dmesg | grep -i bluetooth.")
    }

    private static func refused(_ status: UInt8) -> BeaconBusError {
        if status == 0x14 { return BluetoothSocket.capabilityMissing("CAP_NET_ADMIN", "asking for adapters") }
        return BeaconBusError(
            .adapterFailed,
            reason: "the kernel does not tell which adapters there are: \(Management.meaning(status))",
            suggestion: "Look at the kernel's log: dmesg | grep -i bluetooth.")
    }
}
