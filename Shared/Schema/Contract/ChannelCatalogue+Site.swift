extension ChannelCatalogue {
    static let metadata: [Channel] = [
        Channel(
            "monitored", "monitored", .send, from: "metadata", to: "scanners",
            "Which beacons are monitored: by format or by rule.", [Monitored.self], isRetained: true),
        Channel(
            "metadataLookup", "metadata/lookup/{requester}", .receive, from: "dispatch, anyone", to: "metadata",
            "Asks for the records of up to 256 beacons.", [LookupRequest.self], replies: [LookupReply.self]),
        command("metadataPut", "put", "Adds or replaces records.", PutCommand.self, ChangeReply.self),
        command("metadataDelete", "delete", "Deletes records.", DeleteCommand.self, ChangeReply.self),
        command("metadataList", "list", "Asks for records by pages.", ListCommand.self, ListReply.self),
        command(
            "metadataImport", "import", "A part of an import of many records.", ImportCommand.self, ImportReply.self),
        command(
            "metadataConfigure", "configure", "Sets the desired configuration of a node.", ConfigureCommand.self,
            ConfigureReply.self),
        command(
            "metadataCalibrate", "calibrate", "Sets what was measured of a node: receiver and path loss.",
            CalibrateCommand.self, CalibrateReply.self),
        Channel(
            "metadataChanged", "metadata/changed", .send, from: "metadata", to: "dispatch, anyone",
            "Records have changed.", [MetadataChanged.self]),
    ]

    private static func command(
        _ id: String, _ level: String, _ sentence: String, _ message: any Message.Type, _ reply: any Message.Type
    ) -> Channel {
        Channel(
            id, "metadata/commands/\(level)/{requester}", .receive, from: "an operator", to: "metadata", sentence,
            [message], replies: [reply])
    }

    static let actions: [Channel] = [
        Channel(
            "checkIn", "actions/check-in", .send, from: "dispatch", to: "consumers",
            "Somebody has arrived at a place: beacon and action.", [CheckIn.self]),
        Channel(
            "showAsset", "actions/show-asset", .send, from: "dispatch", to: "consumers", "An asset is to be shown.",
            [ShowAsset.self]),
        Channel(
            "inboxAdd", "actions/inbox-add", .send, from: "dispatch", to: "consumers", "Assets are put into an inbox.",
            [InboxAdd.self]),
        Channel(
            "inboxSave", "actions/inbox-save", .send, from: "dispatch", to: "consumers",
            "Assets in an inbox are kept.", [InboxSave.self]),
        Channel(
            "actionReplay", "actions/commands/replay/{requester}", .receive, from: "a consumer", to: "dispatch",
            "Asks for the actions behind a number again, on their own topics.", [ReplayCommand.self],
            replies: [ReplayReply.self]),
        Channel(
            "outcomes", "actions/outcomes", .send, from: "dispatch", to: "anyone",
            "How each activation was settled; exactly one for each.", [Outcome.self]),
        Channel(
            "inbox", "inboxes/{inbox}", .send, from: "dispatch", to: "anyone",
            "An inbox: its newest entries that fit, and counts.", [Inbox.self], isRetained: true),
    ]

    static let site: [Channel] = [
        Channel(
            "observer", "observers/{observer}", .receive, from: "an observer", to: "lifecycle",
            "Registers the observer; an empty message removes it.", [Registration.self], isRetained: true),
        Channel(
            "observerLost", "observers/{observer}/lost", .receive, from: "the broker, as the observer's will",
            to: "lifecycle", "The observer's connection of that name is gone.", [ObserverLost.self], isRetained: true),
        Channel(
            "presence", "presence/{beacon}", .send, from: "presence", to: "anyone", "One beacon over all nodes.",
            [Presence.self], isRetained: true),
        Channel(
            "serviceStatus", "services/{service}", .send, from: "the site service", to: "anyone",
            "What a site service is.", [ServiceStatus.self], isRetained: true),
        Channel(
            "serviceLost", "services/{service}/lost", .send, from: "the broker, as the service's will", to: "anyone",
            "That session and connection of the service is gone.", [Lost.self], isRetained: true),
    ]

    static let secrets: [Channel] = [
        Channel(
            "tokenQuestion", "tokens/{observer}/{node}", .send, from: "lifecycle", to: "that one observer",
            "Asks for an access token.", [TokenQuestion.self], replies: [TokenAnswer.self], isPrivate: true),
        Channel(
            "enrol", "enrol/{node}", .send, from: "lifecycle", to: "authority",
            "Asks for a node's certificates with a token.", [EnrolRequest.self], replies: [CertificateReply.self],
            isPrivate: true),
        Channel(
            "renew", "renew/{node}", .send, from: "lifecycle", to: "authority",
            "Asks for new certificates by possession of the current ones.", [RenewRequest.self],
            replies: [CertificateReply.self], isPrivate: true),
        Channel(
            "activate", "activate/{node}", .send, from: "lifecycle", to: "authority",
            "Proves that the node holds keys and certificates of a new pair, over a connection made with them.",
            [ActivateRequest.self], replies: [ActivateReply.self], isPrivate: true),
        Channel(
            "join", "join/{node}", .send, from: "lifecycle", to: "authority",
            "A machine nobody has announced asks to become a node; refused as approvalPending until it is approved.",
            [JoinRequest.self], replies: [JoinReply.self], isPrivate: true),
        Channel(
            "validate", "apps/{app}/validate", .send, from: "authority", to: "the app's validator",
            "Asks whether a node may have certificates.", [ValidateRequest.self], replies: [ValidateReply.self],
            isPrivate: true),
        Channel(
            "keys", "keys/{node}", .send, from: "scanner", to: "metadata",
            "Asks for the decoding keys in use at the site.", [KeysRequest.self], replies: [KeysReply.self],
            isPrivate: true),
        keys(.put, "keyPut", KeyPutCommand.self, KeyChangeReply.self),
        keys(.delete, "keyDelete", KeyDeleteCommand.self, KeyChangeReply.self),
        keys(.list, "keyList", KeyListCommand.self, KeyListReply.self),
    ]

    private static func keys(
        _ command: KeyCommand, _ id: String, _ message: any Message.Type, _ reply: any Message.Type
    ) -> Channel {
        Channel(
            id, "keys/commands/\(command.rawValue)/{requester}", .receive, from: "an operator", to: "metadata",
            message.schema.sentence, [message], replies: [reply], isPrivate: true)
    }

    static let authority: [Channel] = [
        authority(.nodeAdd, "nodeAdd", NodeAddCommand.self, NodeAddReply.self),
        authority(.nodeApprove, "nodeApprove", NodeApproveCommand.self, NodeChangeReply.self),
        authority(.nodeRevoke, "nodeRevoke", NodeRevokeCommand.self, NodeChangeReply.self),
        authority(.nodeForget, "nodeForget", NodeForgetCommand.self, NodeChangeReply.self),
        authority(.nodeList, "nodeList", NodeListCommand.self, NodeListReply.self),
        authority(.appPut, "appPut", AppPutCommand.self, AppChangeReply.self),
        authority(.appList, "appList", AppListCommand.self, AppListReply.self),
        authority(.appSecret, "appSecret", AppSecretCommand.self, AppChangeReply.self),
        authority(.appTest, "appTest", AppTestCommand.self, AppTestReply.self),
        authority(.tokenCreate, "tokenCreate", TokenCreateCommand.self, TokenCreateReply.self),
        authority(.issue, "issue", IssueCommand.self, IssueReply.self),
        authority(.revoke, "revoke", RevokeCommand.self, RevokeReply.self),
        authority(.certificateList, "certificateList", CertificateListCommand.self, CertificateListReply.self),
    ]

    private static func authority(
        _ command: AuthorityCommand, _ id: String, _ message: any Message.Type, _ reply: any Message.Type
    ) -> Channel {
        Channel(
            id, "authority/commands/\(command.rawValue)/{requester}", .receive, from: "an operator", to: "authority",
            message.schema.sentence, [message], replies: [reply], isPrivate: true)
    }

    /// Everything that answers, once each, and the refusal.
    public static let replyMessages: [any Message.Type] = {
        var names: Set<String> = []
        return all.flatMap(\.replies).filter { names.insert($0.schema.name).inserted }
    }()
}
