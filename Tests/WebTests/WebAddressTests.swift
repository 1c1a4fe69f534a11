import Testing
import Web

@Suite struct WebAddressTests {
    @Test("http and https addresses are read, with the host the library will connect to")
    func reads() throws {
        #expect(try WebAddress("https://visits.example/validate?a=b").host == "visits.example")
        #expect(try WebAddress("https://visits.example:8443/").isEncrypted)
        #expect(try !WebAddress("http://127.0.0.1:80/x").isEncrypted)
        #expect(try WebAddress("https://[2001:db8::1]:443/").host == "2001:db8::1")
        // However it is written, it is what the socket is opened to that is judged.
        #expect(try WebAddress("http://0x7f.1/").host == "127.0.0.1")
    }

    @Test(
        "T7: other schemes, user names, fragments, spaces and nonsense are refused",
        arguments: [
            "", "visits.example", "ftp://visits.example/", "file:///etc/passwd", "gopher://127.0.0.1/", "https://",
            "https://user:word@visits.example/", "https://user@visits.example/",
            "https://visits.example/#a", "https://visits.example/a b", "https://visits.example/\r\nX: y",
            "https://bücher.example/", "https://[fe80::1%25eth0]/", "javascript:alert(1)", "https://a\\@b/",
            "https://visits.example:99999/",
        ])
    func refuses(_ text: String) {
        #expect(throws: (any Error).self) { try WebAddress(text) }
    }

    @Test("an address beyond its greatest length is refused")
    func refusesLong() {
        #expect(throws: (any Error).self) {
            try WebAddress("https://visits.example/" + String(repeating: "a", count: 2_048))
        }
    }
}
