/// What a web service answered, whole.
public struct WebResponse: Sendable {
    /// The status code, 200 … 599.
    public let status: Int
    /// At most ``WebLimits/answer`` bytes.
    public let body: [UInt8]

    /// Each argument is the field of its name.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}
