import Access
import Identity
import Schema
import Store

/// Brings the authority's two files to the broker's side: the list first, then the rights. Confined to its own thread,
/// since it waits for disks.
///
/// Everything it does can be done again, so a kill at any time costs nothing but the doing.
final class AccessKeeper {
    private let settings: GateSettings
    private let broker: BrokerProcess
    private var securityFile: SecurityFileKeeper
    private let clock: () -> WallTime
    /// The greatest list number of an earlier run, and whose.
    private var floor: (number: UInt64, authority: String?)
    private(set) var view = GateView()
    private var documentMark: FileMark?
    private var listMark: FileMark?
    private var installedMark: FileMark?
    private var authority: (mark: FileMark, certificate: Certificate)?
    /// The broker has yet to be told.
    private var mustSignal = false
    /// When it is told once more.
    private var repeatAt: Instant?
    private var writtenText: String?

    init(_ settings: GateSettings, applied: AppliedRecord?, clock: @escaping () -> WallTime) {
        self.settings = settings
        self.clock = clock
        broker = BrokerProcess(processFile: settings.processFile)
        securityFile = SecurityFileKeeper(settings, broker)
        floor = (applied?.crlNumber ?? 0, applied?.authority)
        guard let authority = try? authorityCertificate() else { return }
        view.list = installed(authority).own.flatMap { InstalledList($0) }
        installedMark = FileMark(settings.listFile)
        // Whether the broker was told before the last end is not known; telling it again does no harm.
        mustSignal = view.list != nil
    }

    /// Whose lists are taken; nil as long as its certificate cannot be read.
    var fingerprint: String? { authority?.certificate.fingerprint }

    /// Looks at both files, and does what there is to do. Gives how soon to come again where something is under way.
    func scan(_ now: Instant, _ lockout: Lockout.State = .none) -> Duration? {
        // Written after the list that belongs to it, so read before: whoever it cuts off must be on the list by then.
        takeDocument(now)
        takeList()
        switch settings.variant {
        case .dynamicSecurity: return [repair(lockout), signal(now), again].compactMap(\.self).min()
        case .aclFile:
            writeRights()
            return [signal(now), again].compactMap(\.self).min()
        }
    }

    /// A disk that took nothing, or another site's gate that was at the same file, may be done with it soon.
    private var again: Duration? {
        let codes: [ErrorCode] = [.storeFull, .storeReadOnly, .storeFailed]
        let errors = [view.listError, view.rightsError, view.securityError].compactMap(\.self)
        return errors.contains { codes.contains($0.code) } ? .seconds(1) : nil
    }

    private func repair(_ lockout: Lockout.State) -> Duration? {
        defer { view.repairs = securityFile.repairs }
        do throws(BeaconBusError) {
            let soon = try securityFile.look(lockout, view.document)
            view.securityError = nil
            return soon
        } catch {
            view.securityError = error
            return nil
        }
    }

    // MARK: - The revocation list

    private func takeList() {
        let path = "\(settings.access)/crl.pem"
        let mark = FileMark(path)
        // A refused one is judged again: clocks go on, and disks get room.
        guard mark != listMark || view.listError != nil || FileMark(settings.listFile) != installedMark else { return }
        do throws(BeaconBusError) {
            try install(path)
            view.listError = nil
            listMark = mark
        } catch {
            if mark != listMark || error != view.listError { view.refusals += 1 }
            view.listError = error
            listMark = mark
        }
        installedMark = FileMark(settings.listFile)
    }

    private func install(_ path: String) throws(BeaconBusError) {
        guard let bytes = try AtomicFile(path: path).read(limit: RevocationList.maximumLength) else {
            throw Self.missing(path)
        }
        let list = try RevocationList(pem: String(decoding: bytes, as: UTF8.self))
        let authority = try authorityCertificate()
        try FileTurn.take(at: settings.listFile) { () throws(BeaconBusError) in try install(list, authority) }
    }

    private func install(_ list: RevocationList, _ authority: Certificate) throws(BeaconBusError) {
        let file = installed(authority)
        let known = file.own.flatMap { InstalledList($0) }
        view.list = known
        if floor.authority != authority.fingerprint { floor = (0, authority.fingerprint) }
        let verdict = RevocationRule.judge(
            InstalledList(list), isOurs: list.isIssued(by: authority), isSame: list == file.own, installed: known,
            floor: floor.number, now: clock())
        switch verdict {
        case .keep: break
        case .refuse(let error): throw error
        case .install:
            try AtomicFile(path: settings.listFile).write(Array(file.text(with: list).utf8), mode: 0o644)
            view.list = InstalledList(list)
            mustSignal = true
        }
        floor.number = max(floor.number, view.list?.number ?? 0)
    }

    /// The broker's own file; one that cannot be read counts as empty.
    private func installed(_ authority: Certificate) -> ListFile {
        let bytes = try? AtomicFile(path: settings.listFile).read(limit: RevocationList.maximumLength)
        return ListFile(String(decoding: bytes ?? [], as: UTF8.self), of: authority)
    }

    private func authorityCertificate() throws(BeaconBusError) -> Certificate {
        guard let mark = FileMark(settings.authorityFile) else { throw Self.missing(settings.authorityFile) }
        if let authority, authority.mark == mark { return authority.certificate }
        guard let bytes = try AtomicFile(path: settings.authorityFile).read() else {
            throw Self.missing(settings.authorityFile)
        }
        let certificate = try Certificate(pem: String(decoding: bytes, as: UTF8.self))
        authority = (mark, certificate)
        return certificate
    }

    // MARK: - The document

    private func takeDocument(_ now: Instant) {
        let path = "\(settings.access)/access.json"
        let mark = FileMark(path)
        guard mark != documentMark || mark == nil else { return }
        do throws(BeaconBusError) {
            guard let bytes = try AtomicFile(path: path).read(limit: AccessDocument.maximumBytes) else {
                throw Self.missing(path)
            }
            let document = try AccessDocument(reading: bytes)
            guard document.site == settings.roots.site else { throw Self.foreign(document.site, settings.roots.site) }
            view.document = document
            view.seenAt = now
            view.documentError = nil
        } catch {
            // What was good before stays: better an older truth than none.
            if mark != documentMark || view.documentError == nil { view.refusals += 1 }
            view.documentError = error
        }
        documentMark = mark
    }

    // MARK: - The plain variant

    private func writeRights() {
        guard let document = view.document, view.writtenRevision != document.revision || view.rightsError != nil else {
            return
        }
        do throws(BeaconBusError) {
            let file = AtomicFile(path: settings.rightsFile)
            let hasChanged = try FileTurn.take(at: settings.rightsFile) { () throws(BeaconBusError) -> Bool in
                let existing = String(decoding: try file.read(limit: 32 << 20) ?? [], as: UTF8.self)
                let text = ACLFile.replacing(existing, document, in: settings.roots)
                guard text != existing else { return false }
                try file.write(Array(text.utf8), mode: 0o600)
                return true
            }
            if hasChanged { mustSignal = true }
            view.rightsError = nil
            view.writtenRevision = document.revision
        } catch {
            view.rightsError = error
        }
    }

    // MARK: - The broker

    /// Told once, and once more a second later: mosquitto 2.0.11 forgets a SIGHUP that comes while it still reads its
    /// files for the one before, such as another site's gate's.
    private func signal(_ now: Instant) -> Duration? {
        let isRepetition = !mustSignal
        if isRepetition {
            guard let repeatAt else { return nil }
            guard now >= repeatAt else { return repeatAt - now }
        }
        switch broker.reload() {
        case .told:
            view.signals += 1
            view.signalError = nil
            mustSignal = false
            repeatAt = isRepetition ? nil : now + Self.repetition
            return isRepetition ? nil : Self.repetition
        case .absent:
            mustSignal = false
            repeatAt = nil
            view.signalError = nil
            return nil
        case .starting:
            return .milliseconds(20)
        case .refused(let error):
            repeatAt = nil
            view.signalError = error
            return nil
        }
    }

    private static let repetition = Duration.seconds(1)

    private static func missing(_ path: String) -> BeaconBusError {
        BeaconBusError(
            .notFound, "The authority's file is not there", reason: "\(path) does not exist",
            suggestion: "Start beacon-authority on this machine, or set gate.access to its folder.", retryable: true)
    }

    private static func foreign(_ site: SiteID, _ own: SiteID) -> BeaconBusError {
        BeaconBusError(
            .configurationInvalid, "The access document is of another site", reason: "it is of \(site), not of \(own)",
            suggestion: "Set gate.access to the folder of this site's authority.")
    }
}
