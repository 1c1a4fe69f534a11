import Bus
import Schema
import ServiceKit
import Store

/// `beacon-lifecycle`: one node's state machine on the bus.
@main
enum Lifecycle: ServiceProgram {
    static let name = "beacon-lifecycle"
    static let section = "lifecycle"
    static let summary = "Starts and stops a node's scanner, and tells its subscribers what state it is in."
    static let keys: [any ConfigurationKey] = LifecycleKeys.all

    static func main() async {
        await ServiceMain.run(Lifecycle.self)
    }

    static func services(_ context: ServiceContext) throws -> [any Service] {
        [try NodeService(context)]
    }
}
