import Schema
import ServiceKit

/// `beaconctl adapters`: the Bluetooth adapters of this machine. Needs neither a broker nor a configuration, nor any right.
enum AdaptersCommand {
    private static let json = Flag("json", "One JSON object a line: the machine, then each adapter.")

    static let command = Command(
        "adapters", "Shows the Bluetooth adapters of this machine, and what a scanner can do with them.",
        discussion: """
            SOURCE is what --source of beacon-scanner takes for this adapter. Needs no broker, no configuration and no
            right; nothing is changed.
            Ends with 0 if a scanner can use at least one of them (one that is off it switches on itself), with 69 if there
            is none, or none that can be used, with 75 if the kernel does not answer or another program has it alone, with
            77 if a right is missing.
            """,
        options: [json]
    ) { invocation in
        let asJSON = invocation[json]
        let (text, code) = await OwnThread.run(name: "adapters") {
            let survey = AdapterSurvey(AdapterFacts.ofThisMachine())
            let text = asJSON ? AdapterJSON.lines(survey).map { $0 + "\n" }.joined() : AdapterText.text(survey)
            return (text, exitCode(survey.verdict))
        }
        StandardStream.output.write(text)
        return code
    }

    /// What the command ends with.
    static func exitCode(_ verdict: BeaconBusError?) -> ExitCode {
        switch verdict?.code {
        case nil: .success
        case .capabilityMissing?: .noPermission
        case .requestTimeout?, .adapterBusy?, .adapterFailed?: .temporaryFailure
        default: .unavailable
        }
    }
}
