internal import Identity

extension RequestCorpus {
    func keys() throws -> [RequestCase] {
        let der = key.publicKey.der
        let point = Array(der.suffix(64))
        let curve = DERWriter.sequence(
            DERWriter.object("1.2.840.10045.2.1"), DERWriter.object("1.2.840.10045.3.1.7"))
        func spki(_ point: [UInt8]) -> [UInt8] { DERWriter.sequence(curve, DERWriter.bits(point)) }
        let compressed = [point[63] & 1 == 0 ? 0x02 : 0x03] + point.prefix(32)
        var wrong = point
        wrong[63] ^= 1
        let list: [(String, [UInt8], String)] = [
            ("a compressed point", spki(compressed), "unusual form"),
            ("a hybrid point", spki([0x06 | point[63] & 1] + point), "its key"),
            ("a point beside the curve", spki([0x04] + wrong), "unreadable"),
            ("the point at infinity", spki([0x00]), "unusual form"),
            ("a point that is cut off", spki([0x04] + point.prefix(63)), "unreadable"),
            ("no key", DERWriter.sequence(curve, DERWriter.bits([])), "unreadable"),
            (
                "a curve nobody knows",
                DERWriter.sequence(
                    DERWriter.sequence(DERWriter.object("1.2.840.10045.2.1"), DERWriter.object("1.3.6.1.4.1.55555.3")),
                    DERWriter.bits([0x04] + point)), "unreadable"
            ),
            ("an RSA key of 8193 bits", rsa(bits: 8_193, exponent: [0x01, 0x00, 0x01]), "RSA with 8193 bits"),
            ("an RSA key with the exponent 3", rsa(bits: 2_048, exponent: [0x03]), "unusual exponent"),
            ("an RSA key with the exponent 1", rsa(bits: 2_048, exponent: [0x01]), "unusual exponent"),
        ]
        return try list.map { title, key, reason in
            RequestCase("is for \(title)", try forge.with { $0.key = key }.pem(), refused: reason)
        }
    }

    private func rsa(bits: Int, exponent: [UInt8]) -> [UInt8] {
        var modulus = [UInt8](repeating: 0xff, count: (bits + 7) / 8)
        modulus[0] = UInt8(1 << ((bits - 1) % 8 + 1) - 1)
        if modulus[0] >= 0x80 { modulus.insert(0, at: 0) }
        let key = DERWriter.sequence(DERWriter.value(0x02, modulus), DERWriter.value(0x02, exponent))
        let algorithm = DERWriter.sequence(DERWriter.object("1.2.840.113549.1.1.1"), DERWriter.value(0x05, []))
        return DERWriter.sequence(algorithm, DERWriter.bits(key))
    }

    func signatures() throws -> [RequestCase] {
        let info = forge.info
        let algorithm = forge.algorithm
        func request(_ signature: [UInt8], _ algorithm: [UInt8]) -> String {
            RequestForge.pem(DERWriter.sequence(info, algorithm, DERWriter.bits(signature)))
        }
        func ecdsa(_ type: String) -> [UInt8] { DERWriter.sequence(DERWriter.object(type)) }
        let good = try key.sign(info)
        var flipped = good
        flipped[flipped.count - 1] ^= 1
        let swapped = RequestForge("op.home.anna", signer: key)
        let foreign = try PrivateKey.generate()
        return [
            RequestCase(
                "is signed by another key", try forge.with { $0.signer = foreign }.pem(), refused: "by its key"),
            RequestCase("has a signature with one bit flipped", request(flipped, algorithm), refused: "by its key"),
            RequestCase("has no signature", request([], algorithm), refused: "by its key"),
            RequestCase(
                "has a signature of zeros",
                request(DERWriter.sequence(DERWriter.integer(0), DERWriter.integer(0)), algorithm),
                refused: "by its key"),
            RequestCase(
                "has the signature of another request", request(try key.sign(swapped.info), algorithm),
                refused: "by its key"),
            RequestCase("has something behind its signature", request(good + [0], algorithm), refused: "by its key"),
            RequestCase(
                "says it was signed with SHA-1", request(good, ecdsa("1.2.840.10045.4.1")), refused: "ecdsa-with-SHA1"),
            RequestCase(
                "says it was signed with SHA-384", request(good, ecdsa("1.2.840.10045.4.3.3")), refused: "by its key"),
            RequestCase(
                "says it was signed with RSA", request(good, ecdsa("1.2.840.113549.1.1.11")), refused: "by its key"),
            RequestCase(
                "names an algorithm nobody knows", request(good, ecdsa("1.3.6.1.4.1.55555.4")), refused: "signed with"),
        ]
    }

    func encodings() throws -> [RequestCase] {
        let der = try forge.der()
        let pem = RequestForge.pem(der)
        let content = Array(der.dropFirst(der[1] == 0x81 ? 3 : 4))
        let body = Base64.encode(der)
        let lines = pem.split(separator: "\n")
        func raw(_ bytes: [UInt8]) -> String { RequestForge.pem(bytes) }
        return [
            RequestCase("has an indefinite length", raw([0x30, 0x80] + content + [0, 0]), refused: "not DER"),
            RequestCase(
                "has a length that is not the shortest",
                raw([0x30, 0x83, 0x00, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content),
                refused: "not DER"),
            RequestCase("has a byte behind its end", raw(der + [0]), refused: "not DER"),
            RequestCase("is there twice in one block", raw(der + der), refused: "not DER"),
            RequestCase("is nested a thousand times", raw(nest(1_000)), refused: "not DER"),
            RequestCase(
                "says it is of version 2", try forge.with { $0.version = DERWriter.integer(1) }.pem(),
                refused: "version 2"),
            RequestCase(
                "says it is of version 0", try forge.with { $0.version = DERWriter.integer(0xff) }.pem(),
                refused: "version"),
            RequestCase("is an empty sequence", raw([0x30, 0x00]), refused: "unreadable"),
            RequestCase("is one byte", raw([0x30]), refused: "not DER"),
            RequestCase(
                "is a certificate's label", RequestForge.pem(der, label: "CERTIFICATE"),
                refused: "CERTIFICATE REQUEST belongs"),
            RequestCase("is two blocks", pem + pem, refused: "more than 1 blocks"),
            RequestCase(
                "has a private key beside it", pem + String(decoding: key.pem().bytes, as: UTF8.self),
                refused: "more than 1"),
            RequestCase("has text before it", "Hello\n" + pem, refused: "outside of a block"),
            RequestCase("has garbage behind it", pem + "garbage", refused: "outside of a block"),
            RequestCase("has garbage behind its end", pem.dropLast() + "x\n", refused: ""),
            RequestCase("has no end", lines.dropLast().joined(separator: "\n"), refused: "no end"),
            RequestCase("has no beginning", lines.dropFirst().joined(separator: "\n"), refused: ""),
            RequestCase(
                "has an empty line within", pem.replacing(lines[1], with: lines[1] + "\n"), refused: "line within"),
            RequestCase(
                "has headers", pem.replacing(lines[1], with: "Proc-Type: 4,ENCRYPTED\n\n" + lines[1]),
                refused: "line within"),
            RequestCase(
                "has a space in its base64", pem.replacing(lines[1], with: " " + lines[1]), refused: "not base64"),
            RequestCase(
                "has a NUL in its base64", pem.replacing(lines[1], with: "\u{0}" + lines[1]), refused: "not base64"),
            RequestCase(
                "is one line", "-----BEGIN CERTIFICATE REQUEST-----\(body)-----END CERTIFICATE REQUEST-----",
                refused: ""),
            RequestCase(
                "is an empty block", "-----BEGIN CERTIFICATE REQUEST-----\n-----END CERTIFICATE REQUEST-----\n",
                refused: "not base64"),
            RequestCase("is empty", "", refused: "no block"),
            RequestCase("is 9 KiB of white space", String(repeating: "\n", count: 9_216) + pem, refused: "larger than"),
            RequestCase("is 1 MiB", String(repeating: "A", count: 1 << 20), refused: "larger than"),
            RequestCase("is JSON", "{\"csr\":1}", refused: "outside of a block"),
        ]
    }

    private func nest(_ depth: Int) -> [UInt8] {
        (0..<depth).reduce(into: [UInt8]()) { bytes, _ in bytes = DERWriter.value(0x30, bytes) }
    }
}
