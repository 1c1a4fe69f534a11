extension Head: SchemaObject {
    public static let schema = ObjectSchema(
        "Head", "The head of every message, in the same object as the body.",
        [
            Field("v", .integer(1...1), "The message version."),
            Field("from", .text(ClientID.self), .optional, "The sender's client id."),
            Field("session", .ordinal, .optional, "The sender's process start; of two, the higher is the newer."),
            Field("seq", .ordinal, .optional, "Rises over all topics of the process."),
            Field("at", .time, .optional, "When it was handed over, by the sender's clock."),
            Field("id", .text(RequestID.self), .optional, "Names a request and its answer."),
            Field("replyTo", .string(maximumLength: 256), .optional, "The topic the answer goes to."),
            Field("ttl", .integer(0...86_400_000), .optional, "How long the request is good for, ms."),
        ])
}
