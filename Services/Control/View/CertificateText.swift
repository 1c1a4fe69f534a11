import Schema

/// What a view says about a node's certificate.
enum CertificateText {
    /// `valid until 2027-02-28, set 0a1b2c3d4e5f6071`.
    static func detail(_ report: JSONValue?) -> String {
        let status = Printable.text(report?["status"]?.stringValue ?? "none", limit: 20)
        let end = report?["notAfter"]?.stringValue.map { " until \(Printable.text(String($0.prefix(10)), limit: 10))" }
        let set = report?["set"]?.stringValue.map { ", set \(Printable.text($0, limit: 16))" }
        return status + (end ?? "") + (set ?? "")
    }

    /// For a table: `valid 89 d`, with how much is left by this machine's clock.
    static func cell(_ report: JSONValue?, now: WallTime) -> String {
        let status = Printable.text(report?["status"]?.stringValue ?? "-", limit: 12)
        guard let text = report?["notAfter"]?.stringValue, let end = WallTime(text), status != "none" else {
            return status
        }
        return "\(status) \(left(end, now))"
    }

    /// `89 d`, `5 h`, `12 min`, or `0 min` once it is over.
    static func left(_ end: WallTime, _ now: WallTime) -> String {
        let minutes = max(0, (end - now).saturatedMilliseconds / 60_000)
        if minutes >= 2 * 1_440 { return "\(minutes / 1_440) d" }
        return minutes >= 120 ? "\(minutes / 60) h" : "\(minutes) min"
    }
}
