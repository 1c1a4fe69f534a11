/// What stands in braces in topic addresses.
enum ParameterCatalogue {
    static let parameters: [String: JSONValue] = [
        "site": parameter(SiteID.self, "home"),
        "node": parameter(NodeID.self, "kitchen"),
        "requester": parameter(Requester.self, "op_anna"),
        "page": parameter(BeaconPageNumber.self, "2a"),
        "inbox": parameter(InboxID.self, "front-desk"),
        "observer": parameter(ObserverID.self, "gate"),
        "beacon": parameter(BeaconID.self, BeaconID.sample.description),
        "service": parameter(ServiceName.self, "dispatch"),
        "app": parameter(AppID.self, "visits"),
    ]

    private static func parameter<Value>(_ type: Value.Type, _ example: String) -> JSONValue where Value: TextValue {
        [
            "description": .string("The \(Value.title): \(Value.form). Pattern: \(Value.pattern)"),
            "examples": [.string(example)],
        ]
    }
}
