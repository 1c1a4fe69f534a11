public import Identity
public import Schema

/// Certificate signing requests for one client, honest and hostile: what a node with a token could send.
public struct RequestCorpus: Sendable {
    /// Whom a certificate is asked for.
    public let client: ClientID
    /// The key most of them are for.
    public let key: PrivateKey

    /// A corpus for `n.home.kitchen` unless said otherwise.
    public init(client: String = "n.home.kitchen") throws {
        self.client = try ClientID(validating: client)
        key = try PrivateKey.generate()
    }

    var forge: RequestForge { RequestForge(client.description, signer: key) }

    /// All that need no other program.
    public func written() throws -> [RequestCase] {
        try honest() + names() + subjects() + extensions() + attributes() + keys() + signatures() + encodings()
    }

    private func honest() throws -> [RequestCase] {
        let usage = RequestForge.ask("2.5.29.15", [0x03, 0x02, 0x07, 0x80], critical: true)
        let purpose = RequestForge.ask("2.5.29.37", DERWriter.sequence(DERWriter.object(Self.clientAuth)))
        let plain = try forge.pem()
        return [
            RequestCase("made by SigningRequest", try SigningRequest.make(for: client, key: key).pem, refused: nil),
            RequestCase("written by hand", plain, refused: nil),
            RequestCase(
                "with key usage digitalSignature and clientAuth",
                try forge.with { $0.attributes = [RequestForge.extensions([usage, purpose])] }.pem(), refused: nil),
            RequestCase(
                "its CN is a PrintableString", try named(DERWriter.printable(client.description)), refused: nil),
            RequestCase("lines end in CR LF", plain.split(separator: "\n").joined(separator: "\r\n"), refused: nil),
            RequestCase(
                "the older label", RequestForge.pem(try forge.der(), label: "NEW CERTIFICATE REQUEST"), refused: nil),
        ]
    }

    private func names() throws -> [RequestCase] {
        let name = client.description
        let others = [
            "#", "+", "/", "..", "$SYS", "", " ", "n.home.#", "n.home.+", "n.home.a/b", "n.home...", "n..kitchen",
            "n.home.", ".home.kitchen", "n.home.kitchen.x", String(repeating: "a", count: 65),
            "n.home.\(String(repeating: "a", count: 58))", "n.home.küche", "n.home.kitchen\u{301}", "n．home．kitchen",
            "n.home.kitсhen", "\(name)\u{0}", "\(name)\u{0}.x", "\(name) ", " \(name)", "\(name)\n", name.uppercased(),
            "n.home.kitchen2", "s.home.kitchen", "boot.home.kitchen", "svc.home.metadata", "svc.home.authority",
            "op.home.anna", "obs.home.desk", "n.shop.kitchen", "x.home.kitchen", "kitchen",
            "\(name)/CN=op.home.anna", "CN=\(name)", "\(name),O=x", "n.home.-kitchen", "n.home._",
        ]
        return try others.map { other in
            RequestCase("named \(quoted(other))", try named(DERWriter.utf8(other)), refused: "its CN is")
        } + [
            RequestCase(
                "its CN is a BMPString", try named(DERWriter.value(0x1e, name.utf8.flatMap { [0, $0] })),
                refused: "its CN"),
            RequestCase("its CN is a T61String", try named(DERWriter.value(0x14, Array(name.utf8))), refused: "its CN"),
            RequestCase(
                "its CN is an IA5String", try named(DERWriter.value(0x16, Array(name.utf8))), refused: "its CN"),
            RequestCase(
                "its CN is UTF-8 that is none", try named(DERWriter.value(0x0c, [0xc0, 0x80])), refused: ""),
            RequestCase("its CN is an INTEGER", try named(DERWriter.integer(1)), refused: ""),
        ]
    }

    private func subjects() throws -> [RequestCase] {
        func attribute(_ type: String, _ text: String) -> [UInt8] {
            RequestForge.attribute(type, DERWriter.utf8(text))
        }
        let own = attribute("2.5.4.3", client.description)
        let other = attribute("2.5.4.3", "op.home.anna")
        let lists: [(String, [[UInt8]])] = [
            ("no name at all", []), ("two CNs, the right one first", [own, other]),
            ("two CNs, the right one last", [other, own]), ("the same CN twice", [own, own]),
            ("CN and O", [own, attribute("2.5.4.10", "home")]),
            ("CN and OU", [own, attribute("2.5.4.11", "authority")]),
            ("CN and a serial number", [own, attribute("2.5.4.5", "1")]),
            ("CN and an e-mail address", [own, attribute("1.2.840.113549.1.9.1", "a@example.org")]),
            ("CN and an unknown attribute", [own, attribute("1.3.6.1.4.1.55555.1", "x")]),
        ]
        var cases = try lists.map { title, attributes in
            let pem = try forge.with { $0.subject = RequestForge.subject(attributes) }.pem()
            return RequestCase(title, pem, refused: "its subject has")
        }
        let both = DERWriter.value(0x30, DERWriter.set(own, other))
        cases.append(
            RequestCase("two CNs in one set", try forge.with { $0.subject = both }.pem(), refused: "its subject has"))
        for (title, type) in [("only an O", "2.5.4.10"), ("only a UID", "0.9.2342.19200300.100.1.1")] {
            let subject = RequestForge.subject([attribute(type, client.description)])
            cases.append(RequestCase(title, try forge.with { $0.subject = subject }.pem(), refused: "not a CN"))
        }
        return cases
    }

    func named(_ value: [UInt8]) throws -> String {
        try forge.with { $0.subject = RequestForge.subject([RequestForge.attribute("2.5.4.3", value)]) }.pem()
    }

    static let clientAuth = "1.3.6.1.5.5.7.3.2"
}
