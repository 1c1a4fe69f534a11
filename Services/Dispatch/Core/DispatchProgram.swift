import Schema
package import ServiceKit
import Store

/// Looks up the metadata of beacons that become active, and does the one right thing, once.
package enum DispatchProgram: ServiceProgram {
    package static let name = "beacon-dispatch"
    package static let section = "dispatch"
    package static let summary = "Turns beacons that become active into actions, each exactly once."
    package static let keys: [any ConfigurationKey] = DispatchKeys.all
    package static let options: [any CommandOption] = [dumpLedger]

    static let dumpLedger = Flag(
        "dump-ledger", "Print every activation of the ledger with its outcome, one a line, and end.")

    package static func services(_ context: ServiceContext) throws -> [any Service] {
        [try DispatchService(context)]
    }

    @concurrent
    package static func run(_ context: ServiceContext) async throws -> ExitCode {
        guard context.invocation[dumpLedger] else { return try await context.runGroup(services(context)) }
        try LedgerDump.write(DispatchService.ledgerPath(context), to: .output)
        return .success
    }
}
