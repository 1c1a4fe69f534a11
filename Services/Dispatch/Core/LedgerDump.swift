import Schema
import ServiceKit
import Store

/// Prints a ledger for people and for the checker of the fault tests: `{activation} {outcome}` a line, `-` without one;
/// an activation with several outcomes, which must not be, has several lines.
enum LedgerDump {
    static func write(_ path: String, to output: StandardStream) throws {
        var options = LedgerOptions()
        options.readOnly = true
        let ledger = try Ledger(path: path, options: options)
        try ledger.forEachActivation { activation, outcome in
            let name = outcome.flatMap(OutcomeKind.init(code:))?.rawValue ?? "-"
            output.write("\(activation) \(name)\n")
        }
    }
}
