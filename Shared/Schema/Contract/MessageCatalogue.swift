/// Every message type of the bus.
public enum MessageCatalogue {
    /// All of them, each with schema and samples.
    public static let all: [any Message.Type] = [
        // Of every service.
        Lost.self, Refusal.self,
        // Node.
        CommandOutcome.self, DesiredConfiguration.self, DiscoverCommand.self, DiscoverReply.self, NodeStatus.self,
        ReadyEvent.self, StartCommand.self, StartFailedEvent.self, StartedEvent.self, StateChangedEvent.self,
        StopCommand.self, StoppedEvent.self, WarningEvent.self,
        // Scanner.
        HaltCommand.self, ScanCommand.self, ScanReply.self, ScannerStatus.self,
        // Beacons.
        Batch.self, Readings.self, RawReports.self,
        Acknowledged.self, BeaconPage.self, BeaconSummary.self,
        // Metadata.
        CalibrateCommand.self, CalibrateReply.self, Calibration.self, ChangeReply.self, ConfigureCommand.self,
        ConfigureReply.self, DeleteCommand.self, ImportCommand.self,
        ImportReply.self, ListCommand.self, ListReply.self, LookupReply.self, LookupRequest.self,
        MetadataChanged.self, Monitored.self, PutCommand.self,
        // Actions.
        CheckIn.self, Inbox.self, InboxAdd.self, InboxSave.self, Outcome.self, ReplayCommand.self, ReplayReply.self,
        ShowAsset.self,
        // Services.
        ServiceStatus.self,
        // Observers.
        ObserverLost.self, Registration.self, TokenAnswer.self, TokenQuestion.self,
        // Identity.
        ActivateReply.self, ActivateRequest.self, CertificateReply.self, EnrolRequest.self, JoinReply.self,
        JoinRequest.self, KeyChangeReply.self, KeyDeleteCommand.self, KeyListCommand.self, KeyListReply.self,
        KeyPutCommand.self, KeysReply.self, KeysRequest.self, RenewRequest.self,
        ValidateReply.self, ValidateRequest.self,
        // Authority.
        AppChangeReply.self, AppListCommand.self, AppListReply.self, AppPutCommand.self, AppSecretCommand.self,
        AppTestCommand.self, AppTestReply.self, CertificateListCommand.self, CertificateListReply.self,
        IssueCommand.self, IssueReply.self, NodeAddCommand.self, NodeAddReply.self, NodeApproveCommand.self,
        NodeChangeReply.self, NodeForgetCommand.self, NodeListCommand.self, NodeListReply.self,
        NodeRevokeCommand.self, RevokeCommand.self, RevokeReply.self, TokenCreateCommand.self, TokenCreateReply.self,
        // Presence.
        Presence.self,
    ]
}
