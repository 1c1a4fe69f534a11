import Bus
import Identity
import Schema
import ServiceKit

/// `beaconctl key …`: the keys with which nodes recognise rotating addresses and open encrypted frames (D13).
enum KeyAdministration {
    static let command = Command(
        "key", "Adds, lists and removes the decoding keys of the site.",
        discussion:
            "A key itself is never shown again, never on a command line, and leaves the registry only for nodes.",
        subcommands: [add, list, remove])

    static let timeout = Duration.seconds(15)

    // MARK: add

    private static let name = Argument(
        "NAME", .identifier as ValueType<BeaconName>, "What the device is called, e.g. annas-phone.")
    private static let irk = Flag("irk", "An identity resolving key: the device is the beacon irk-NAME.")
    private static let eid = Flag(
        "eid", "An Eddystone ephemeral identity key: the beacon eddystone-eid-name-NAME; needs --scaler and --offset.")
    private static let scaler = Option(
        "scaler", "N", .integer(0...15), "With --eid: the rotation period is 2^N seconds.")
    private static let offset = Option(
        "offset", "SECONDS", .integer(-9_007_199_254_740_991...9_007_199_254_740_991),
        "With --eid: the time at which the beacon's clock stood at 0, s since 1970.")
    private static let bind = Option(
        "bind", "ADDRESS",
        ValueType<BluetoothAddress>(
            scalar: "a Bluetooth address, e.g. a4:c1:38:0b:5e:ed", read: { BluetoothAddress(lenient: $0) },
            render: \.description),
        "A bind key (BTHome, MiBeacon, ATC) of the device at this address.")
    private static let file = Option("file", "FILE", .path, "Where the key is. Default: standard input.")
    private static let reversed = Flag(
        "reversed", "The least significant byte comes first, as some tools write identity resolving keys.")
    private static let register = Flag("register", "Register the beacon, too, where it is not yet.")

    private static let add = Command(
        "add", "Adds a decoding key, or replaces the one of that name.",
        discussion: """
            The key is read from standard input or a file that only you can read: 32 hex digits, with or without 0x,
            colons, hyphens or spaces, or base64. Identity resolving keys are taken with the most significant byte first,
            as bluetoothd's info files and most phones' backups have them; where a tool gives the opposite, add
            --reversed. Which of both it is shows: with the right one the device becomes active.
            """,
        options: [
            irk, eid, scaler, offset, bind, file, reversed, register, IdentityOptions.json, OperatorSession.name,
        ], arguments: [name]
    ) { invocation in
        let key = try key(invocation)
        return try await OperatorSession.with(invocation) { session, _ in
            let requester = try OperatorSession.requester(invocation)
            let reply = try await ask(
                session, .keyCommand(.put, requester), KeyPutCommand(keys: [key]), as: KeyChangeReply.self)
            let beacon = beacon(of: key)
            if invocation[IdentityOptions.json] {
                StandardStream.output.write(try Printable.line(reply))
            } else {
                let what = reply.changed > 0 ? "stored" : "as it was"
                StandardStream.output.write(
                    "Key of \(key.name) \(what), revision \(reply.revision). Its beacon is \(beacon).\n")
            }
            let isKnown = try await KeyRegistration.isRegistered(beacon, session, requester)
            guard !isKnown else { return .success }
            if invocation[register] {
                try await KeyRegistration.register(beacon, session, requester)
                StandardStream.error.write("Registered \(beacon).\n")
            } else {
                StandardStream.error.write(
                    "\(beacon) is not registered, so nodes do not report it unless all of its format are monitored.\n"
                        + "Add --register, or: beaconctl beacons put '{\"beacon\":\"\(beacon)\"}'\n")
            }
            return .success
        }
    }

    private static func key(_ invocation: Invocation) throws -> DecodingKey {
        let kinds = [invocation[irk], invocation[eid], invocation[bind] != nil].filter { $0 }.count
        guard kinds == 1 else { throw CommandFailure("Give one of --irk, --eid and --bind ADDRESS.", code: .usage) }
        guard !invocation[eid] || (invocation[scaler] != nil && invocation[offset] != nil) else {
            throw CommandFailure("--eid needs --scaler and --offset.", code: .usage)
        }
        guard invocation[eid] || (invocation[scaler] == nil && invocation[offset] == nil) else {
            throw CommandFailure("--scaler and --offset belong to --eid.", code: .usage)
        }
        let kind: KeyKind = invocation[irk] ? .irk : invocation[eid] ? .eddystoneEID : .bindKey
        let bytes: [UInt8]
        do {
            let text = try SecretFile.read(invocation[file] ?? "-", limit: 512)
            bytes = try KeyText.bytes(
                text.bytes, mayBeShort: kind == .bindKey, reversed: invocation[reversed])
        } catch let fault as KeyText.Fault {
            throw CommandFailure(fault.description, code: .dataError)
        }
        return DecodingKey(
            name: invocation[name], kind: kind, key: HexText.encode(bytes),
            scaler: invocation[scaler].map { Int64($0) }, offset: invocation[offset].map { Int64($0) },
            address: invocation[bind])
    }

    private static func beacon(of key: DecodingKey) -> BeaconID {
        switch key.kind {
        case .irk: BeaconIdentity(irk: key.name).id
        case .eddystoneEID: BeaconIdentity(eddystoneEID: key.name).id
        case .bindKey: BeaconIdentity(mac: key.address ?? BluetoothAddress(truncating: 0)).id
        }
    }

    // MARK: list and remove

    private static let list = Command(
        "list", "Lists the decoding keys: names, kinds, beacons; never the keys.",
        discussion: "With --json one object a line.", options: [IdentityOptions.json, OperatorSession.name]
    ) { invocation in
        try await OperatorSession.with(invocation) { session, _ in
            let requester = try OperatorSession.requester(invocation)
            var table = TextTable("NAME", "KIND", "BEACON")
            var after: BeaconName?
            repeat {
                let page = try await ask(
                    session, .keyCommand(.list, requester), KeyListCommand(after: after), as: KeyListReply.self)
                for key in page.keys {
                    if invocation[IdentityOptions.json] {
                        StandardStream.output.write(try Printable.line(key))
                    } else {
                        table.add(key.name.description, key.kind.rawValue, key.beacon?.description ?? "")
                    }
                }
                after = page.next
            } while after != nil
            if !invocation[IdentityOptions.json] { StandardStream.output.write(table.text) }
            return .success
        }
    }

    private static let names = RepeatedArgument(
        "NAME", .identifier as ValueType<BeaconName>, "What the device is called.")

    private static let remove = Command(
        "remove", "Removes decoding keys; nodes that are connected forget them within seconds.",
        discussion: "Ends with 1 if one of them was not there. A registered beacon stays registered.",
        options: [OperatorSession.name], arguments: [names]
    ) { invocation in
        let names = invocation[Self.names]
        guard !names.isEmpty, names.count <= KeysReply.greatestCount else {
            throw CommandFailure("Give 1 to \(KeysReply.greatestCount) names.", code: .usage)
        }
        return try await OperatorSession.with(invocation) { session, _ in
            let reply = try await ask(
                session, .keyCommand(.delete, try OperatorSession.requester(invocation)),
                KeyDeleteCommand(names: names), as: KeyChangeReply.self)
            StandardStream.output.write("\(reply.changed) keys removed, revision \(reply.revision).\n")
            for name in reply.missing ?? [] { StandardStream.error.write("There was no key of \(name).\n") }
            return reply.missing == nil ? .success : .failure
        }
    }

    private static func ask<Answer: Message>(
        _ session: BusSession, _ topic: Topic, _ body: some Message, as answer: Answer.Type
    ) async throws -> Answer {
        do {
            return try await session.request(topic, body, as: answer, timeout: timeout)
        } catch let error as BeaconBusError where error.code == .requestTimeout {
            throw CommandFailure(
                "The metadata service did not answer. Is beacon-metadata running? See \"beaconctl status\".",
                code: .temporaryFailure)
        }
    }
}
