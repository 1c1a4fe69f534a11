import Schema
import ServiceKit
import Store

/// Looks up the metadata of beacons that become active, and does the one right thing, once.
@main
enum DispatchProgram: ServiceProgram {
    static let name = "beacon-dispatch"
    static let section = "dispatch"
    static let summary = "Turns beacons that become active into actions, each exactly once."
    static let keys = DispatchKeys.all
    static let options: [any CommandOption] = [dumpLedger]

    static let dumpLedger = Flag(
        "dump-ledger", "Print every activation of the ledger with its outcome, one a line, and end.")

    static func main() async {
        await ServiceMain.run(DispatchProgram.self)
    }

    static func services(_ context: ServiceContext) throws -> [any Service] {
        [try DispatchService(context)]
    }

    @concurrent
    static func run(_ context: ServiceContext) async throws -> ExitCode {
        guard context.invocation[dumpLedger] else { return try await context.runGroup(services(context)) }
        try LedgerDump.write(DispatchService.ledgerPath(context), to: .output)
        return .success
    }
}
