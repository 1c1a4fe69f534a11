import Identity
import Schema
import Support
import Testing

@Suite("Bytes, digests and texts")
struct PrimitiveTests {
    @Test("Base64 reads what it writes, and nothing else")
    func base64() throws {
        var generator = SeededGenerator(seed: 1)
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            #expect(Base64.decodeURL(Base64.encodeURL(bytes)) == bytes)
        }
        #expect(Base64.encode(Array("foobar".utf8)) == "Zm9vYmFy")
        #expect(Base64.encode(Array("fooba".utf8)) == "Zm9vYmE=")
        #expect(Base64.encode(Array("foob".utf8)) == "Zm9vYg==")
        #expect(Base64.encodeURL([0xfb, 0xff]) == "-_8")
        for wrong in [
            "A", "AA", "AAA", "AA=A", "A===", "====", "=", "AAAA=", "Zm9v\n", " Zm9v", "Zh==", "Zm9=", "Zm-_",
            "Zm9v====",
        ] {
            #expect(Base64.decode(wrong) == nil, "\(wrong)")
        }
        for wrong in ["A", "AA=", "AA==", "Zh", "Zm9", "+/8", "Zm9v."] {
            #expect(Base64.decodeURL(wrong) == nil, "\(wrong)")
        }
    }

    @Test("SHA-256 and HMAC give the values of FIPS 180-4 and RFC 4231")
    func digests() {
        #expect(Digest.sha256Hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Digest.sha256Hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            HexText.encode(HMAC.sha256(key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            HexText.encode(
                HMAC.sha256(
                    key: SecretBytes([UInt8](repeating: 0xaa, count: 131)),
                    message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
        #expect(HMAC.sha256(key: [], message: [UInt8]()).count == 32)
    }

    @Test("D13: a secret shows its type only, however it is printed")
    func redaction() throws {
        let secret = SecretBytes(text: "hunter2-hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])", "\(try PrivateKey.generate())"] {
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("PRIVATE KEY-"))
        }
        #expect(secret == SecretBytes(text: "hunter2-hunter2"))
        #expect(secret != SecretBytes(text: "hunter2-hunter3"))
        #expect(secret != SecretBytes(text: "hunter2"))
    }

    @Test("A consumed source is overwritten")
    func consumption() {
        var bytes = Array("hunter2".utf8)
        let secret = SecretBytes(consuming: &bytes)
        #expect(bytes.isEmpty)
        #expect(secret.bytes == Array("hunter2".utf8))
    }

    @Test("Random bytes differ, serial numbers are positive and have 16 bytes")
    func random() {
        #expect(SystemRandom.bytes(32) != SystemRandom.bytes(32))
        #expect(SystemRandom.bytes(0).isEmpty)
        for _ in 0..<100 {
            let serial = SystemRandom.serial()
            #expect(serial.count == 16 && serial[0] & 0xc0 == 0x40)
        }
    }
}
