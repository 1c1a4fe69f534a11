import Schema
import Testing

@testable import DispatchCore

@Suite("Which action")
struct ActionDecisionTests {
    static let good: [ActionKind: JSONValue] = [
        .checkIn: ["place_id": "lobby", "note": nil, "extra": [1, 2]],
        .showAsset: ["asset_id": "a1"],
        .inboxAdd: ["asset_ids": ["a1", "a2", "a1"]],
        .inboxSave: ["asset_ids": ["a1"]],
    ]

    @Test("L12: the precedence holds for all 16 subsets of the keys", arguments: 0..<16)
    func precedence(subset: Int) {
        var metadata: [String: JSONValue] = ["colour": "red"]
        var expected: ActionKind?
        for (index, kind) in ActionKind.allCases.enumerated() where subset & 1 << index != 0 {
            metadata[kind.metadataKey] = Self.good[kind]
            expected = expected ?? kind
        }
        switch ActionDecision(metadata) {
        case .none: #expect(expected == nil)
        case .action(let action): #expect(action.kind == expected)
        case .invalid(let kind, let error): Issue.record("\(kind): \(error)")
        }
    }

    @Test("D24: a null key counts as absent, so the next one decides", arguments: 0..<16)
    func null(subset: Int) {
        var metadata: [String: JSONValue] = [:]
        var expected: ActionKind?
        for (index, kind) in ActionKind.allCases.enumerated() {
            let isNull = subset & 1 << index != 0
            metadata[kind.metadataKey] = isNull ? .null : Self.good[kind]
            if !isNull { expected = expected ?? kind }
        }
        if case .action(let action) = ActionDecision(metadata) {
            #expect(action.kind == expected)
        } else {
            #expect(expected == nil)
        }
    }

    @Test(
        "L13: a key that is there decides whatever its value; a wrong shape fails and no other key is tried",
        arguments: [
            ("checkin_action", "yes"), ("checkin_action", ["place_id": 5]), ("checkin_action", [:]),
            ("checkin_action", ["place_id": ""]), ("checkin_action", ["place_id": "a", "cooldown_s": -1]),
            ("checkin_action", ["place_id": "a", "scope": "world"]), ("checkin_action", false),
            ("show_asset_action", ["title": "no asset"]), ("inbox_add_assets_action", ["asset_ids": []]),
            ("inbox_add_assets_action", ["asset_ids": ["a", 1]]), ("inbox_add_assets_action", ["asset_ids": "a"]),
            ("inbox_add_assets_action", ["asset_ids": ["a"], "expires_at": "tomorrow"]),
            ("inbox_add_assets_action", ["asset_ids": ["a"], "inbox": "No Such Name"]),
            ("inbox_save_assets_action", ["asset_ids": [nil]]),
        ] as [(String, JSONValue)])
    func wrongShape(key: String, value: JSONValue) {
        var metadata: [String: JSONValue] = [key: value]
        for kind in ActionKind.allCases.reversed() {
            if kind.metadataKey == key { break }
            metadata[kind.metadataKey] = Self.good[kind]
        }
        guard case .invalid(let kind, let error) = ActionDecision(metadata) else {
            Issue.record("\(key) \(value) was taken")
            return
        }
        #expect(kind.metadataKey == key)
        #expect(error.code == .actionInvalid)
        #expect(!error.retryable)
    }

    @Test("Unknown fields are kept, repeated assets count once, scopes and ages have their defaults (D15, D16)")
    func fields() throws {
        let checkIn = try Action(.checkIn, ["place_id": "a", "cooldown_s": 60, "x": ["y": 1]])
        #expect(checkIn.fields["x"] == ["y": 1])
        #expect(checkIn.scope == .site && checkIn.maximumAge == nil && checkIn.cooldown == .seconds(60))
        let show = try Action(.showAsset, ["asset_id": "a"])
        #expect(show.scope == .node && show.maximumAge == .seconds(30))
        let add = try Action(.inboxAdd, ["asset_ids": ["a", "b", "a"], "scope": "node", "max_age_s": 5])
        #expect(add.assets == ["a", "b"] && add.scope == .node && add.maximumAge == .seconds(5))
        #expect(try Action(.inboxSave, ["asset_ids": ["a"]]).maximumAge == .seconds(86_400))
    }
}
