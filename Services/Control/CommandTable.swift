import ServiceKit

/// All commands of `beaconctl`. One line for each; a command lives in the folder of its area.
enum CommandTable {
    static let root = Command(
        "beaconctl", "Shows and operates a BeaconBus site.",
        discussion:
            "How to reach the broker comes from --config, the environment (BEACONBUS_BROKER_ADDRESS …) or flags.",
        options: ControlSettings.options,
        subcommands: [
            UpCommand.command,
            SiteCommand.command,
            WatchCommand.command,
            StatusCommand.command,
            NodeCommandLine.start,
            NodeCommandLine.stop,
            DiscoverCommandLine.command,
            CalibrateCommandLine.command,
            InboxCommand.command,
            OutcomesCommand.command,
            ReplayCommandLine.command,
            NodeAdministration.command,
            AppAdministration.command,
            TokenAdministration.command,
            CertificateAdministration.command,
            BeaconsCommand.command,
            ImportCommandLine.register,
            KeyAdministration.command,
            AdaptersCommand.command,
            DecodeCommand.command,
            SchemaCommand.command,
        ])
}
