import Schema
import Testing

@testable import LifecycleService

@Suite("Identity: errors that quote a token")
struct ScrubbedTests {
    @Test("D13, invariant 13: no text of an error, nor of its causes, keeps the token")
    func scrubs() {
        let token = "s3cr3t-tökén"
        let error = BeaconBusError(
            .tokenInvalid, "token \(token) is not valid", reason: "\(token)\(token) was used",
            suggestion: "drop \(token).",
            causes: [BeaconBusError(.tokenInvalid, reason: "a\(token)", suggestion: "b")])
        let clean = error.scrubbed(of: [token])
        #expect(!clean.debugDescription.contains(token))
        #expect(!clean.debugDescription.contains("s3cr3t"))
        #expect(clean.reason == "…… was used")
        #expect(clean.code == .tokenInvalid)
        #expect(clean.causes.count == 1)
    }

    @Test("An error without the token stays as it is; very short texts are no tokens")
    func keeps() {
        let error = BeaconBusError(.busy, "d", reason: "the", suggestion: "there", retryable: false)
        #expect(error.scrubbed(of: ["the", ""]).debugDescription == error.debugDescription)
        #expect(error.scrubbed(of: ["longer"]).retryable == false)
    }
}
