import Schema

/// How many commands go into one message: as many as keep the broker busy for about 50 ms. While the plugin works it
/// serves nobody, and it writes its whole file after each command, so that a command costs the more the larger the site.
struct BatchSize: Equatable, Sendable {
    static let most = 64
    private(set) var value = 4

    /// A message took so long to be answered.
    mutating func answered(after span: Duration, count: Int) {
        if span > .milliseconds(100) {
            value = max(1, min(value, count) / 2)
        } else if span < .milliseconds(25), count >= value {
            value = min(Self.most, value * 2)
        }
    }
}
