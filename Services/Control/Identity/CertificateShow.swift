import Glibc
import Identity
import Schema
import ServiceKit

/// `beaconctl cert show`: what a certificate file or a node's identity folder holds. Asks nobody.
enum CertificateShow {
    private static let path = Argument(
        "PATH", .optional(.path),
        "A PEM file with certificates, or a node's identity folder; without it your own certificate.")

    static let command = Command(
        "show", "Shows a certificate file or a node's identity folder, and what is wrong with it.",
        discussion:
            "Ends with 1 if something is not valid now. Asks nobody; for issued ones see \"beaconctl cert list\".",
        options: [IdentityOptions.json], arguments: [path]
    ) { invocation in
        let shown = try invocation[path] ?? own(invocation)
        var status = stat()
        guard stat(shown, &status) == 0 else {
            throw CommandFailure("\(shown) cannot be read: \(SystemError.text(errno)).", code: .noInput)
        }
        let now = WallTime.now()
        let report =
            status.st_mode & S_IFMT == S_IFDIR
            ? FolderReport(NodeIdentityFolder(path: shown), owner: status.st_uid, at: now).report
            : CertificateReportText(
                [("", try chain(shown))], problems: [], pending: nil, at: now)
        StandardStream.output.write(invocation[IdentityOptions.json] ? Printable.json(report.json) + "\n" : report.text)
        return report.isWell ? .success : .failure
    }

    private static func own(_ invocation: Invocation) throws -> String {
        guard let file = try ControlSettings(invocation).broker.certificateFile else {
            throw CommandFailure("PATH is missing, and the configuration has no broker.certificateFile.", code: .usage)
        }
        return file
    }

    private static func chain(_ path: String) throws -> [Certificate] {
        try Certificate.chain(pem: String(decoding: FileContents.read(path), as: UTF8.self))
    }
}
