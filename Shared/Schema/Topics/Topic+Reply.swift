extension Topic {
    /// Where the answer to a request on this topic may go (D14).
    ///
    /// - Returns: nil where no answer is wanted.
    /// - Throws: `replyToInvalid` if the topic is not below the asker's own reply topic.
    public func replyTopic(_ replyTo: String?, in roots: Roots) throws(BeaconBusError) -> Topic? {
        guard let replyTo else { return nil }
        guard let topic = Topic(replyTo, in: roots), case .reply(let client, _) = topic,
            requesters.isEmpty || requesters.contains(client)
        else {
            let place = requesters.first.map { "\(roots.private)/replies/\($0)/…" } ?? "\(roots.private)/replies/…"
            throw BeaconBusError(
                .replyToInvalid, reason: "replyTo \(quoted(replyTo)) does not lie below \(place)",
                suggestion: "Ask for the answer below \(place).")
        }
        return topic
    }
}
