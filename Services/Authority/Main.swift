import ServiceKit

/// Gives nodes their certificates, and takes them back.
@main
enum AuthorityProgram: ServiceProgram {
    static let name = "beacon-authority"
    static let section = "authority"
    static let summary = "Gives nodes their certificates, and takes them back."
    static let keys = AuthorityKeys.all + ValidatorKeys.all + SigningKeys.all

    static func main() async {
        await ServiceMain.run(AuthorityProgram.self)
    }

    static func services(_ context: ServiceContext) throws -> [any Service] {
        [try AuthorityService(context)]
    }
}
