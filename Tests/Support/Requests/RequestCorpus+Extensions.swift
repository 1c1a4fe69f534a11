internal import Identity
internal import Schema

extension RequestCorpus {
    func extensions() throws -> [RequestCase] {
        func purposes(_ types: String...) -> [UInt8] {
            DERWriter.value(0x30, types.flatMap { DERWriter.object($0) })
        }
        let clientAuth = Self.clientAuth
        let serverAuth = "1.3.6.1.5.5.7.3.1"
        let name = Array(client.description.utf8)
        let lists: [(String, [[UInt8]], String)] = [
            (
                "an alternative DNS name",
                [RequestForge.ask("2.5.29.17", DERWriter.sequence(DERWriter.value(0x82, Array("op.home.anna".utf8))))],
                "subjectAltName"
            ),
            (
                "its own name as alternative name",
                [RequestForge.ask("2.5.29.17", DERWriter.sequence(DERWriter.value(0x82, name)))], "subjectAltName"
            ),
            (
                "an alternative address",
                [RequestForge.ask("2.5.29.17", DERWriter.sequence(DERWriter.value(0x87, [127, 0, 0, 1])))],
                "subjectAltName"
            ),
            (
                "an alternative e-mail address",
                [RequestForge.ask("2.5.29.17", DERWriter.sequence(DERWriter.value(0x81, Array("a@b.c".utf8))))],
                "subjectAltName"
            ),
            (
                "an alternative URI",
                [RequestForge.ask("2.5.29.17", DERWriter.sequence(DERWriter.value(0x86, Array("spiffe://x/y".utf8))))],
                "subjectAltName"
            ),
            (
                "CA:TRUE",
                [RequestForge.ask("2.5.29.19", DERWriter.sequence(DERWriter.value(0x01, [0xff])), critical: true)],
                "basicConstraints"
            ),
            ("CA:FALSE", [RequestForge.ask("2.5.29.19", DERWriter.sequence())], "basicConstraints"),
            (
                "CA:TRUE with a path length",
                [
                    RequestForge.ask(
                        "2.5.29.19", DERWriter.sequence(DERWriter.value(0x01, [0xff]), DERWriter.integer(3)))
                ], "basicConstraints"
            ),
            ("keyCertSign", [RequestForge.ask("2.5.29.15", [0x03, 0x02, 0x02, 0x04])], "of an authority"),
            ("cRLSign", [RequestForge.ask("2.5.29.15", [0x03, 0x02, 0x01, 0x02])], "of an authority"),
            ("every key usage", [RequestForge.ask("2.5.29.15", [0x03, 0x03, 0x07, 0xff, 0x80])], "of an authority"),
            ("a key usage that is none", [RequestForge.ask("2.5.29.15", [0x04, 0x01, 0x00])], "of an authority"),
            ("a key usage that is empty", [RequestForge.ask("2.5.29.15", [])], "of an authority"),
            ("serverAuth", [RequestForge.ask("2.5.29.37", purposes(serverAuth))], "extended key usage"),
            (
                "clientAuth and serverAuth", [RequestForge.ask("2.5.29.37", purposes(clientAuth, serverAuth))],
                "extended key"
            ),
            ("any purpose", [RequestForge.ask("2.5.29.37", purposes("2.5.29.37.0"))], "extended key usage"),
            ("code signing", [RequestForge.ask("2.5.29.37", purposes("1.3.6.1.5.5.7.3.3"))], "extended key usage"),
            ("no purpose", [RequestForge.ask("2.5.29.37", purposes())], "extended key usage"),
            (
                "clientAuth twice", [RequestForge.ask("2.5.29.37", purposes(clientAuth, clientAuth))],
                "extended key usage"
            ),
            ("purposes that are none", [RequestForge.ask("2.5.29.37", [0x05, 0x00])], "extended key usage"),
            (
                "a subject key identifier", [RequestForge.ask("2.5.29.14", DERWriter.octets([1, 2, 3]))],
                "subjectKeyIdentifier"
            ),
            (
                "name constraints", [RequestForge.ask("2.5.29.30", DERWriter.sequence(), critical: true)],
                "nameConstraints"
            ),
            ("a policy", [RequestForge.ask("2.5.29.32", DERWriter.sequence())], "certificatePolicies"),
            (
                "an address of its revocation list", [RequestForge.ask("2.5.29.31", DERWriter.sequence())],
                "crlDistribution"
            ),
            ("must-staple", [RequestForge.ask("1.3.6.1.5.5.7.1.24", [0x30, 0x03, 0x02, 0x01, 0x05])], "tlsfeature"),
            ("an unknown extension", [RequestForge.ask("1.3.6.1.4.1.55555.1", [0x05, 0x00])], "1.3.6.1.4.1.55555.1"),
            (
                "an unknown critical extension",
                [RequestForge.ask("1.3.6.1.4.1.55555.1", [0x05, 0x00], critical: true)],
                "1.3.6.1.4.1.55555.1"
            ),
            (
                "key usage twice",
                Array(repeating: RequestForge.ask("2.5.29.15", [0x03, 0x02, 0x07, 0x80]), count: 2), "twice"
            ),
        ]
        return try lists.map { title, extensions, reason in
            let pem = try forge.with { $0.attributes = [RequestForge.extensions(extensions)] }.pem()
            return RequestCase("asks for \(title)", pem, refused: reason)
        }
    }

    func attributes() throws -> [RequestCase] {
        let usage = RequestForge.extensions([RequestForge.ask("2.5.29.15", [0x03, 0x02, 0x07, 0x80])])
        let extensionRequest = DERWriter.object("1.2.840.113549.1.9.14")
        let lists: [(String, [[UInt8]], String)] = [
            (
                "a challenge password",
                [
                    DERWriter.sequence(
                        DERWriter.object("1.2.840.113549.1.9.7"), DERWriter.set(DERWriter.utf8("hunter2-hunter2")))
                ], "challengePassword"
            ),
            (
                "extensions in Microsoft's attribute",
                [
                    DERWriter.sequence(
                        DERWriter.object("1.3.6.1.4.1.311.2.1.14"), DERWriter.set(DERWriter.sequence()))
                ], "msExtReq"
            ),
            (
                "an unknown attribute",
                [DERWriter.sequence(DERWriter.object("1.3.6.1.4.1.55555.2"), DERWriter.set(DERWriter.integer(1)))],
                "1.3.6.1.4.1.55555.2"
            ),
            ("two lists of extensions", [usage, usage], "malformed"),
            ("a list of extensions without a value", [DERWriter.sequence(extensionRequest, DERWriter.set())], ""),
            (
                "two values in a list of extensions",
                [DERWriter.sequence(extensionRequest, DERWriter.set(DERWriter.sequence(), DERWriter.sequence()))], ""
            ),
            (
                "a list of extensions that is a number",
                [DERWriter.sequence(extensionRequest, DERWriter.set(DERWriter.integer(1)))], "malformed"
            ),
            (
                "a list of extensions that holds none",
                [DERWriter.sequence(extensionRequest, DERWriter.set(DERWriter.sequence(DERWriter.integer(1))))],
                "malformed"
            ),
        ]
        return try lists.map { title, attributes, reason in
            RequestCase("has \(title)", try forge.with { $0.attributes = attributes }.pem(), refused: reason)
        }
    }
}
