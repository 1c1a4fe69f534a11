import Schema
import Testing

@Suite("The declared contract")
struct ContractTests {
    static let names: [String] = MessageCatalogue.all.map { $0.schema.name }

    static func type(_ name: String) -> any Message.Type {
        MessageCatalogue.all.first { $0.schema.name == name } ?? Lost.self
    }

    @Test("Every message is named once")
    func unique() {
        #expect(Set(Self.names).count == Self.names.count)
    }

    @Test("Samples have exactly the declared fields, and every field stands in a sample", arguments: names)
    func keys(name: String) throws {
        try check(Self.type(name))
    }

    private func check<Body>(_ type: Body.Type) throws where Body: Message {
        var seen: Set<String> = []
        #expect(!Body.samples.isEmpty)
        for sample in Body.samples {
            let value = try JSONValue(encoding: sample)
            try Body.schema.check(value)
            try walk(value, Body.schema, path: "", seen: &seen)
        }
        var declared: Set<String> = []
        collect(Body.schema, path: "", into: &declared)
        // What a sample does not show, nobody has checked.
        #expect(declared.subtracting(seen).isEmpty, "no sample has \(declared.subtracting(seen).sorted())")
    }

    private func walk(_ value: JSONValue, _ schema: ObjectSchema, path: String, seen: inout Set<String>) throws {
        let members = try #require(value.objectValue)
        for (key, member) in members {
            guard let field = schema.field(key) else {
                #expect(schema.isOpen, "\(path)\(key) is not declared")
                continue
            }
            #expect(!member.isNull || field.presence == .nullable, "\(path)\(key) is written as null")
            seen.insert(path + key)
            switch (field.type, member) {
            case (.object(let inner), .object): try walk(member, inner, path: "\(path)\(key).", seen: &seen)
            case (.array(.object(let inner), _), .array(let elements)):
                for element in elements { try walk(element, inner, path: "\(path)\(key).", seen: &seen) }
            default: break
            }
        }
    }

    private func collect(_ schema: ObjectSchema, path: String, into declared: inout Set<String>) {
        // Errors and records are shown in full by their own samples.
        for field in schema.fields {
            declared.insert(path + field.name)
            switch field.type {
            case .object(let inner) where !["Error", "BeaconRecord"].contains(inner.name),
                .array(.object(let inner), _) where !["BeaconRecord", "Cause"].contains(inner.name):
                collect(inner, path: "\(path)\(field.name).", into: &declared)
            default: break
            }
        }
    }

    @Test(
        "Every sample is read back as it was written, and a message without a required field is refused",
        arguments: names)
    func roundTrip(name: String) throws {
        try roundTrip(Self.type(name))
    }

    private func roundTrip<Body>(_ type: Body.Type) throws where Body: Message {
        let head = Head(from: ClientID("op.home.anna"), session: 1, seq: 2, at: .epoch, id: RequestID("x"), ttl: 500)
        for sample in Body.samples {
            let bytes = try MessageCoder.encode(head, sample)
            let (readHead, body) = try MessageCoder.decode(Body.self, bytes)
            if Body.schema.field("session") == nil { #expect(readHead == head) }
            #expect(try MessageCoder.encode(head, body) == bytes)
            let members = try #require(try JSONValue.parse(bytes).objectValue)
            for field in Body.schema.fields where field.presence != .optional {
                var rest = members
                rest[field.name] = nil
                let error = #expect(throws: BeaconBusError.self) {
                    try MessageCoder.decode(Body.self, JSONValue.object(rest).bytes)
                }
                #expect(error?.reason == "\(field.name) is missing")
            }
            // D19: what a later version adds is ignored; and absent is not null, but null is absent.
            var more = members
            more["addedLater"] = ["x": [1, nil]]
            for field in Body.schema.fields where field.presence == .optional && more[field.name] == nil {
                more[field.name] = .null
            }
            let again = try MessageCoder.decode(Body.self, JSONValue.object(more).bytes)
            #expect(try MessageCoder.encode(head, again.body) == bytes)
        }
    }

    @Test("D6: every error code is camelCase, named once, and says what it means")
    func errorCodes() {
        #expect(Set(ErrorCode.all).count == ErrorCode.all.count)
        for entry in ErrorCode.catalogue {
            #expect(ErrorCode(entry.code.description) == entry.code)
            #expect(entry.meaning.hasSuffix("."))
        }
        #expect(ErrorCode("AdapterOff") == nil)
        #expect(ErrorCode("adapter-off") == nil)
        #expect(ErrorCode.adapterOff.isRetryable && !ErrorCode.adapterUnsupported.isRetryable)
    }

    @Test("L14: no action but check-in has a beacon in its body")
    func actionBodies() {
        #expect(CheckIn.schema.field("beacon") != nil)
        for schema in [ShowAsset.schema, InboxAdd.schema, InboxSave.schema] {
            for name in ["beacon", "uuid", "major", "minor", "metadata"] { #expect(schema.field(name) == nil) }
        }
    }

    @Test("H6: stopped always carries the key error")
    func stoppedError() throws {
        let bytes = try MessageCoder.encode(
            Head(), StoppedEvent(node: NodeID("n")!, number: 1, attempt: 1, requests: [], error: nil))
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""error":null"#))
    }

    @Test("A record is named by its id or by its parts, which must agree")
    func records() throws {
        func record(_ text: String) throws -> BeaconRecord { try BeaconRecord(JSONValue.parse(text: text)) }
        let uuid = "f7826da6-4fa2-4e98-8024-bc5b71e0893e"
        let id = "ibeacon-\(uuid)-1-2"
        #expect(try record(#"{"uuid":"\#(uuid)","major":1,"minor":2}"#).beacon.description == id)
        #expect(try record(#"{"beacon":"\#(id)","metadata":{},"name":null}"#).beacon.description == id)
        #expect(try record(#"{"namespace":"00010203040506070809","instance":"000000000001"}"#).metadata.isEmpty)
        let kept = try record(#"{"beacon":"\#(id)","colour":"green","metadata":{}}"#)
        #expect(kept.others == ["colour": "green"] && kept.json["colour"] == "green")
        for (text, reason) in [
            ("{}", "beacon is missing, and so are uuid with major and minor, and namespace with instance"),
            (#"{"uuid":"\#(uuid)","major":1}"#, "minor is missing"),
            (#"{"uuid":"\#(uuid)","major":65536,"minor":1}"#, "major must be from 0 to 65535"),
            (
                #"{"beacon":"\#(id)","uuid":"\#(uuid)","major":1,"minor":3}"#,
                "beacon does not agree with the parts given beside it"
            ),
            (#"{"beacon":"\#(id)","metadata":[]}"#, "metadata must be an object, not an array"),
            (
                #"{"beacon":"\#(id)","name":""# + String(repeating: "x", count: 300) + #""}"#,
                "name must have at most 256 bytes"
            ),
        ] {
            let error = #expect(throws: BeaconBusError.self) { try record(text) }
            #expect(error?.code == .recordInvalid)
            #expect(error?.reason == reason)
        }
    }

    @Test("An action keeps unknown fields, and a wrong shape is actionInvalid")
    func actions() throws {
        let value: JSONValue = ["place_id": "lobby", "colour": "green", "cooldown_s": 60, "scope": "node"]
        let action = try CheckInAction(value)
        #expect(action.placeID == "lobby" && action.cooldown == 60 && action.scope == .node)
        #expect(try JSONValue(encoding: action) == value)
        #expect(try InboxAction(["asset_ids": ["a"]]).scope == .site)
        #expect(try ShowAssetAction(["asset_id": "a", "max_age_s": 5]).maximumAge == 5)
        for wrong: JSONValue in [
            [:], ["place_id": ""], ["place_id": 7], "lobby", ["place_id": "x", "scope": "moon"],
            ["place_id": "x", "cooldown_s": -1],
        ] {
            let error = #expect(throws: BeaconBusError.self) { try CheckInAction(wrong) }
            #expect(error?.code == .actionInvalid)
        }
        for wrong: JSONValue in [
            ["asset_ids": []], ["asset_ids": "a"], ["asset_ids": ["a", 1]], ["asset_ids": ["a"], "inbox": "A"],
        ] {
            let error = #expect(throws: BeaconBusError.self) { try InboxAction(wrong) }
            #expect(error?.code == .actionInvalid)
        }
    }

    @Test("D13: tokens, keys and chains do not show when a message is printed or dumped")
    func secrets() {
        func check(_ value: Any, _ secret: String) {
            var text = "\(value) \(String(reflecting: value))"
            dump(value, to: &text)
            #expect(!text.contains(secret), "\(Swift.type(of: value))")
        }
        let node = NodeID("n")!
        let requests = CertificateRequests(lifecycle: "a", scanner: "b")
        check(TokenAnswer(token: "s3cret"), "s3cret")
        check(
            EnrolRequest(node: node, user: UserID("u")!, app: AppID("a")!, token: "s3cret", requests: requests),
            "s3cret")
        check(
            ValidateRequest(app: AppID("a")!, user: UserID("u")!, node: node, purpose: .enrol, token: "s3cret"),
            "s3cret")
        let key = DecodingKey(name: BeaconName("k")!, kind: .irk, key: "s3cret")
        check(key, "s3cret")
        check(KeysReply(revision: 1, keys: [key]), "s3cret")
    }
}
