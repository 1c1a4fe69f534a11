import ServiceKit

/// Keeps the site's registry of beacons and answers look-ups.
@main
enum MetadataProgram: ServiceProgram {
    static let name = "beacon-metadata"
    static let section = "metadata"
    static let summary = "Keeps the registry of beacons of a site and answers look-ups."
    static let keys = MetadataKeys.all

    static func main() async {
        await ServiceMain.run(MetadataProgram.self)
    }

    static func services(_ context: ServiceContext) throws -> [any Service] {
        [try RegistryService(context)]
    }
}
