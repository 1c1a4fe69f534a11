import Schema
import Testing

@Suite("Errors in one line")
struct ErrorTextTests {
    @Test("D6: code, what, why and remedy read as one sentence and a second, whatever full stops the parts have")
    func sentence() {
        for (description, reason) in [("It broke.", "it is old."), ("It broke", "it is old")] {
            let error = BeaconBusError(.storeFull, description, reason: reason, suggestion: "Buy a new one.")
            #expect(error.debugDescription == "storeFull: It broke: it is old. Buy a new one.")
        }
    }
}
