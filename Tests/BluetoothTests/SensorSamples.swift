@testable import Bluetooth

/// Payloads of every plain format, with the identity and the values they give: written from the formats' descriptions and
/// their authors' samples, so that they are checked wherever the tests run.
enum SensorSamples {
    struct Sample: Sendable {
        var format: SensorFormat
        /// What was heard from the same address before.
        var before = ""
        /// The advertiser; nil where it does not matter.
        var address: String?
        var data: String
        /// The beacon id; empty where there is none.
        var beacon: String
        /// Fields and values as they are written in a batch.
        var values: String
    }

    static let all = beacons + homes + others
}
