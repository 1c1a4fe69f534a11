import Identity
import Schema
import Synchronization

/// The node's folder of keys and certificates, as its lifecycle uses it. Any thread; one call at a time.
///
/// Everything is on the disk before anybody is told of it, so that after a crash at any moment the node has the pair it
/// had, or the new one, and repeats a request word by word instead of making another.
final class IdentityStore: Sendable {
    let folder: NodeIdentityFolder
    let site: SiteID
    let node: NodeID
    private let turn = Mutex(())

    /// - Parameter folder: `node.identity`; made where it is missing.
    init(folder: String, site: SiteID, node: NodeID) {
        self.folder = NodeIdentityFolder(path: folder)
        self.site = site
        self.node = node
    }

    /// Where the operator puts the bundle.
    var bundle: String { "\(folder.path)/bootstrap.pem" }

    func alone<Value>(_ body: () throws(BeaconBusError) -> Value) throws(BeaconBusError) -> Value {
        // The lock's own closure would forget which error it is.
        let result = turn.withLock { _ -> Result<Value, BeaconBusError> in
            do throws(BeaconBusError) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    // MARK: Looking

    /// Tidies up after an earlier process, takes what the operator has put there, and looks.
    @discardableResult
    func begin() -> IdentityHoldings {
        do throws(BeaconBusError) {
            try alone { () throws(BeaconBusError) in
                try folder.prepare()
                try folder.check()
                folder.cleanUp()
                try folder.splitBundle(site: site, node: node)
            }
        } catch {
            // What is wrong is found again, and told, by looking.
        }
        return holdings()
    }

    /// Takes a bundle that the operator has put there meanwhile.
    func takeBundle() throws(BeaconBusError) {
        try alone { () throws(BeaconBusError) in
            try folder.check()
            try folder.splitBundle(site: site, node: node)
        }
    }

    /// What is there; mode and owner of everything are checked (`keyPermissions`).
    func holdings() -> IdentityHoldings {
        do throws(BeaconBusError) {
            return try alone { () throws(BeaconBusError) in
                try folder.check()
                return look()
            }
        } catch {
            var holdings = IdentityHoldings()
            holdings.problem = error
            return holdings
        }
    }

    /// Whether there is nothing but what all machines share that nobody has announced.
    var isJoining: Bool {
        let found = try? alone { () throws(BeaconBusError) in
            (bundle: try folder.bundle(), set: try folder.currentID())
        }
        return found?.set == nil && found?.bundle?.client == .joining(site)
    }

    /// Each part on its own: what is broken of one does not hide another.
    private func look() -> IdentityHoldings {
        var holdings = IdentityHoldings()
        var problem: BeaconBusError?
        func part<Value>(_ read: () throws(BeaconBusError) -> Value?) -> Value? {
            do throws(BeaconBusError) { return try read() } catch {
                problem = problem ?? error
                return nil
            }
        }
        holdings.pair = part(pair)
        holdings.bootstrap = part(readBundle)
        holdings.pending = part(readPending)
        holdings.problem = problem
        return holdings
    }

    private func pair() throws(BeaconBusError) -> IdentityHoldings.Pair? {
        guard let set = try folder.current() else { return nil }
        guard let trust = try folder.authority() else {
            throw BeaconBusError(
                .certificateInvalid, "The pinned authority is missing.", reason: "\(folder.path)/authority.pem is gone",
                suggestion: "Put the node's bundle there again: `beaconctl node add`.")
        }
        // In itself and to the authority, at a time when all of it is valid: its three certificates may have been made in
        // different seconds. How old it is, is judged by the clock, elsewhere.
        let begin = max(set.notBefore, set.bootstrap?.first?.notBefore ?? set.notBefore)
        try set.check(site: site, node: node, trust: trust, at: begin)
        let record = try? set.record.decode(SetRecord.self)
        return IdentityHoldings.Pair(
            set: set.id, notBefore: set.notBefore, notAfter: set.notAfter,
            chainBegan: record?.chainBegan ?? set.notBefore, reserveNotAfter: set.bootstrap?.first?.notAfter,
            activated: try folder.unactivated() != set.id)
    }

    private func readBundle() throws(BeaconBusError) -> IdentityHoldings.Bundle? {
        guard let bundle = try folder.bundle(), bundle.client != .joining(site) else { return nil }
        return IdentityHoldings.Bundle(notAfter: bundle.notAfter, fingerprint: bundle.fingerprint)
    }

    private func readPending() throws(BeaconBusError) -> IdentityHoldings.Pending? {
        guard let record = try folder.pending()?.record, record["joins"] == nil else { return nil }
        let request = try record.decode(RequestRecord.self)
        return IdentityHoldings.Pending(kind: request.kind, created: request.made)
    }
}
