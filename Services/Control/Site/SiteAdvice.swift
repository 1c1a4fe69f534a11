import Schema
import Store

/// What to do after a site was made.
struct SiteAdvice {
    private let record: SiteRecord
    private let folder: String
    private let owners: SiteOwners

    init(_ record: SiteRecord, _ folder: String, _ owners: SiteOwners) {
        self.record = record
        self.folder = folder
        self.owners = owners
    }

    var text: String {
        let operatorName = record.operators.first.map { "\($0)" } ?? "NAME"
        let config = "\(record.configurationFolder)/op_\(operatorName).yaml"
        let start =
            folder == SiteRequest.systemFolder
            ? "systemctl enable --now beacon-broker beacon-gate beacon-authority beacon-metadata beacon-dispatch "
                + "beacon-site.timer"
            : "mosquitto -c \(folder)/broker/mosquitto.conf, and each service with --config "
                + "\(record.configurationFolder)/beaconbus.yaml" + users
        return """

            Next:
              1. Keep a copy of \(folder)/authority/ca.key and site.json where only you can get at it.
              2. Start the site:     \(start)
              3. Look at it:         beaconctl --config \(config) status
              4. Make an app:        beaconctl --config \(config) app add site --validator file
              5. Announce a node:    beaconctl --config \(config) node add kitchen --out kitchen.pem
                 and make its token: beaconctl --config \(config) token create site --node kitchen

            """
    }

    /// As whom, where the files were given away.
    private var users: String {
        let gate = owners.brokerName.map { "beacon-gate as the broker's user: runuser -u \($0) -- beacon-gate …" }
        let others = owners.services.map { "the others as user \($0.user)" }
        let said = [gate, others].compactMap(\.self).joined(separator: "; ")
        return said.isEmpty ? "" : "\n                         (\(said))"
    }
}
