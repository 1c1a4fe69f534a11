import ServiceKit

/// Tells the broker who may come in, and cuts off who may not any more.
@main
enum GateProgram: ServiceProgram {
    static let name = "beacon-gate"
    static let section = "gate"
    static let summary = "Tells the broker who may come in, and cuts off who may not any more."
    static let keys = GateKeys.all

    static func main() async {
        await ServiceMain.run(GateProgram.self)
    }

    static func services(_ context: ServiceContext) throws -> [any Service] {
        [try GateService(context)]
    }
}
