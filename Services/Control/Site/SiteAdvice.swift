import Schema

/// What to do after a site was made.
struct SiteAdvice {
    private let record: SiteRecord
    private let folder: String

    init(_ record: SiteRecord, _ folder: String) {
        self.record = record
        self.folder = folder
    }

    var text: String {
        let operatorName = record.operators.first.map { "\($0)" } ?? "NAME"
        let config = "\(record.configurationFolder)/op_\(operatorName).yaml"
        let start =
            folder == SiteRequest.systemFolder
            ? "systemctl enable --now beacon-broker beacon-gate beacon-authority beacon-metadata beacon-dispatch "
                + "beacon-site.timer"
            : "mosquitto -c \(folder)/broker/mosquitto.conf, and each service with --config "
                + "\(record.configurationFolder)/beaconbus.yaml"
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
}
