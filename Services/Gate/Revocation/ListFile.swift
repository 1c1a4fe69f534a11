import Identity

/// The broker's file of revocation lists: ours, and those of other authorities where several sites share a broker.
struct ListFile {
    /// What others have put there, each as PEM.
    private(set) var others: [String] = []
    /// Ours.
    private(set) var own: RevocationList?

    private static let begin = "-----BEGIN X509 CRL-----"
    private static let end = "-----END X509 CRL-----"

    /// Reads the file's text. What is no list at all is left out: with it the broker would read none.
    init(_ text: String, of authority: Certificate) {
        var rest = text[...]
        while let range = Self.block(in: rest) {
            defer { rest = rest[range.upperBound...] }
            guard let list = try? RevocationList(pem: String(rest[range]) + "\n") else { continue }
            if !list.isIssued(by: authority) {
                others.append(list.pem)
            } else if own.map({ $0.thisUpdate < list.thisUpdate }) ?? true {
                own = list
            }
        }
    }

    /// The file with another list of ours.
    func text(with own: RevocationList) -> String {
        (others + [own.pem]).joined()
    }

    private static func block(in text: Substring) -> Range<Substring.Index>? {
        guard let start = index(of: begin, in: text),
            let last = index(of: end, in: text[start...])
        else { return nil }
        return start..<text.utf8.index(last, offsetBy: end.utf8.count)
    }

    private static func index(of mark: String, in text: Substring) -> Substring.Index? {
        var line = text.startIndex
        while line < text.endIndex {
            if text[line...].hasPrefix(mark) { return line }
            guard let newline = text[line...].utf8.firstIndex(of: 0x0a) else { return nil }
            line = text.utf8.index(after: newline)
        }
        return nil
    }
}
