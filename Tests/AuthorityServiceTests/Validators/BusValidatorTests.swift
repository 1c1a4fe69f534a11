import Bus
import Schema
import Support
import Testing

@testable import AuthorityService

@Suite struct BusValidatorTests {
    private let mqtt = ValidatorDefinition(kind: .mqtt, client: ClientID("obs.home.visits"))

    /// Asks, lets a client on the bus answer with this body (nil = not at all), and gives the result.
    private func result(_ body: String?, token: String = "opaque-token") async throws -> Result<
        TokenUse, BeaconBusError
    > {
        let bench = try JudgeBench()
        let tap = bench.bus.tap("beaconbus-private/home/apps/visits/validate")
        let ticket = bench.start(mqtt, JudgeBench.question(token))
        bench.bus.settle()
        let question = try #require(tap.take().first)
        let (head, asked) = try MessageCoder.decode(ValidateRequest.self, question.payload)
        #expect(asked.token == token)
        #expect(asked.requestsHash?.utf8.count == 64)
        let replyTo = try #require(head.replyTo)
        #expect(replyTo.hasPrefix("beaconbus-private/home/replies/svc_authority/validate/visits/"))
        if let body {
            bench.bus.inject(replyTo, body)
        } else {
            bench.bus.advance(.seconds(4))
            #expect(bench.results.of(ticket).isEmpty)
            bench.bus.advance(.seconds(2))
        }
        #expect(bench.results.of(ticket).count == 1)
        return try #require(bench.results.of(ticket).first)
    }

    @Test("H29: a validator on the bus says yes or no; none within 5 s is unreachable")
    func yesAndNo() async throws {
        #expect(try await result(#"{"v":1,"valid":true}"#).code == nil)
        #expect(try await result(#"{"v":1,"valid":false}"#).code == .tokenInvalid)
        #expect(try await result(#"{"v":1,"valid":false,"code":"tokenExpired"}"#).code == .tokenExpired)
        #expect(try await result(#"{"v":1,"valid":false,"code":"storeFull"}"#).code == .tokenInvalid)
        #expect(try await result(nil).code == .validatorUnreachable)
    }

    @Test(
        "nonsense is its own code, never a yes",
        arguments: [
            "", "true", "{}", #"{"valid":true}"#, #"{"v":2,"valid":true}"#, #"{"v":1}"#, #"{"v":1,"valid":"true"}"#,
            #"{"v":1,"valid":true,"code":"tokenUsed"}"#, #"{"v":1,"valid":true,"reason":7}"#,
            #"{"v":1,"error":{"code":"tokenInvalid","description":"d","reason":"r","suggestion":"s","retryable":false}}"#,
        ])
    func nonsense(_ body: String) async throws {
        #expect(try await result(body).code == .validatorInvalid)
    }

    @Test("one that is busy is asked again later; its words do not bring the token into errors")
    func busyAndEcho() async throws {
        let busy =
            #"{"v":1,"error":{"code":"busy","description":"opaque-token","reason":"opaque-token","suggestion":"s","retryable":true}}"#
        let error = try #require(try await result(busy).error)
        #expect(error.code == .validatorUnreachable)
        #expect(!error.debugDescription.contains("opaque-token"))
        let echo = try #require(try await result(#"{"v":1,"valid":false,"reason":"not opaque-token"}"#).error)
        #expect(!echo.debugDescription.contains("opaque-token"))
    }
}
