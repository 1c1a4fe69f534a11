import Schema

/// How long what `site init` makes is good.
enum SiteLives {
    static let authority: Duration = .seconds(20 * year)
    /// The broker's certificate and those of the site's services.
    static let services: Duration = .seconds(2 * year)
    /// Operators and observers.
    static let people: Duration = .seconds(year)
    /// The empty list of revoked certificates that the broker begins with; the authority's first one replaces it.
    static let revocations: Duration = .seconds(30 * 86_400)
    /// A certificate is dated back by this, for clocks that are a little behind.
    static let backdate: Duration = .seconds(300)

    private static let year: Int64 = 365 * 86_400

    /// How long a certificate of this client is good.
    static func life(of client: ClientID) -> Duration {
        client.kind == .service ? services : people
    }

    /// Whether a new one is due: less than a third of the life is left.
    static func isDue(notBefore: WallTime, notAfter: WallTime, now: WallTime) -> Bool {
        let life = (notAfter - notBefore).saturatedMilliseconds
        return (notAfter - now).saturatedMilliseconds < life / 3
    }

    /// When a new one will be due.
    static func due(notBefore: WallTime, notAfter: WallTime) -> WallTime {
        notAfter - .milliseconds((notAfter - notBefore).saturatedMilliseconds / 3)
    }
}
