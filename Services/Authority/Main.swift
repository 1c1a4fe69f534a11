import ServiceKit

/// Gives nodes their certificates, and takes them back.
@main
enum AuthorityProgram: ServiceProgram {
    static let name = "beacon-authority"
    static let section = "authority"
    static let summary = "Gives nodes their certificates, and takes them back."
    static let keys: [any ConfigurationKey] = []

    static func main() async {
        await ServiceMain.run(AuthorityProgram.self)
    }

    static func services(_ context: ServiceContext) throws -> [any Service] { [] }
}
