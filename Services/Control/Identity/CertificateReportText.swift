import Identity
import Schema

/// Certificates in words: whose, until when, and what is wrong.
struct CertificateReportText {
    private let chains: [(title: String, chain: [Certificate])]
    private let problems: [BeaconBusError]
    private let pending: String?
    private let now: WallTime

    init(_ chains: [(String, [Certificate])], problems: [BeaconBusError], pending: String?, at now: WallTime) {
        self.chains = chains
        self.problems = problems
        self.pending = pending
        self.now = now
    }

    /// Whether all of it is valid now.
    var isWell: Bool {
        problems.isEmpty && chains.allSatisfy { $0.chain.allSatisfy { standing($0) == "valid" } }
    }

    private func standing(_ certificate: Certificate) -> String {
        if now < certificate.notBefore { return "not yet valid" }
        return now >= certificate.notAfter ? "expired" : "valid"
    }

    var text: String {
        var text = ""
        for (title, chain) in chains {
            if !title.isEmpty { text += "\(title)\n" }
            for certificate in chain {
                let name = Printable.text(certificate.commonName ?? "without a name", limit: 64)
                let kind = certificate.isAuthority ? "authority" : certificate.extendedKeyUsages.joined(separator: ", ")
                text += "  \(name): \(standing(certificate)), \(IdentityText.time(certificate.notBefore)) to "
                text += "\(IdentityText.time(certificate.notAfter)) UTC"
                if standing(certificate) == "valid" {
                    text += " (\(CertificateText.left(certificate.notAfter, now)) left)"
                }
                text += "\n    \(kind), \(certificate.publicKey.kind.words), serial \(certificate.serial)\n"
                text += "    key \(certificate.publicKey.fingerprint)\n"
                if !certificate.alternativeNames.isEmpty {
                    text +=
                        "    for \(Printable.text(certificate.alternativeNames.joined(separator: ", "), limit: 400))\n"
                }
            }
        }
        if let pending { text += "\(pending)\n" }
        for problem in problems { text += "\(problem.debugDescription)\n" }
        return text
    }

    var json: JSONValue {
        let certificates = chains.flatMap { title, chain in
            chain.map { certificate -> JSONValue in
                [
                    "file": title.isEmpty ? .null : .string(title),
                    "name": certificate.commonName.map { .string($0) } ?? .null,
                    "status": .string(standing(certificate)), "notBefore": .string("\(certificate.notBefore)"),
                    "notAfter": .string("\(certificate.notAfter)"), "serial": .string(certificate.serial),
                    "key": .string(certificate.publicKey.fingerprint), "authority": .bool(certificate.isAuthority),
                    "purposes": .array(certificate.extendedKeyUsages.map { .string($0) }),
                    "names": .array(certificate.alternativeNames.map { .string($0) }),
                ]
            }
        }
        return [
            "certificates": .array(certificates), "pending": pending.map { .string($0) } ?? .null,
            "problems": .array(problems.map { (try? JSONValue(encoding: $0)) ?? .null }),
        ]
    }
}
