import Bluetooth
import Bus
import Schema
import ServiceKit
import Store

/// Decoding keys (D13): asked for below the private root, handed to the radio, wiped when the node is shut out.
extension ScannerCore {
    private var keyFile: KeyFile? { options.keysFile.map { KeyFile(path: $0) } }

    /// Starts with the keys of the file, where keeping them is configured; a file that nobody wants any more is wiped.
    func loadKeys() {
        guard let keyFile else { return }
        do {
            guard options.keepsKeys else { return try keyFile.wipe() }
            guard let content = try keyFile.read() else { return }
            let ring = KeyRing(content.keys)
            keys.restored(content.version, count: ring.entries.count)
            radio.send(.keys(ring))
            loadMarks(of: Set(content.keys.compactMap(\.address)))
        } catch {
            logger.error(
                "the file of decoding keys is not used", .code(error.code.description), .reason(error.reason),
                .suggestion(error.suggestion))
        }
    }

    /// Takes note of the keys that the monitored message names.
    func wantKeys(_ set: Monitored) {
        guard options.asksForKeys else { return }
        let version = set.keys.flatMap { revision in
            revision > 0 ? KeyExchange.Version(registry: set.registry, revision: revision) : nil
        }
        if keys.want(version) { wipeKeys("the site has none any more") }
    }

    /// Asks where something is missing and it is time.
    func askForKeys(_ link: BusLink) {
        guard link.isConnected, keys.isDue(link.now) else { return }
        do {
            keys.asked(
                try link.request(
                    .keys(options.node), keys.question(of: options.node), timeout: KeyExchange.patience))
        } catch {
            keys.failed(link.now)
            logger.warning("decoding keys cannot be asked for", .code(error.code.description), .reason(error.reason))
        }
    }

    func replied(
        _ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink
    ) throws {
        guard keys.awaits(request) else { return }
        do throws(BeaconBusError) {
            let page = try MessageCoder.decodeReply(KeysReply.self, reply.get().payload).body
            guard case .complete(let list) = keys.answered(page, link.now) else { return }
            take(list)
        } catch {
            keys.failed(link.now)
            logger.warning("no decoding keys were given", .code(error.code.description), .reason(error.reason))
        }
    }

    /// The connection failed: where the node is shut out, what it was trusted with goes.
    func noteRefusal(_ failure: BusFailure, _ link: BusLink) {
        guard keys.refused(failure, link.now), keys.held != nil else { return }
        wipeKeys(failure.error.reason)
    }

    private func take(_ list: [DecodingKey]) {
        radio.send(.keys(KeyRing(list)))
        loadMarks(of: Set(list.compactMap(\.address)))
        status.touch()
        logger.info("decoding keys taken over", .count("keys", list.count))
        guard options.keepsKeys, let keyFile, let version = keys.held else { return }
        do {
            try keyFile.write(KeyFile.Content(version: version, keys: list))
        } catch {
            logger.error("the decoding keys cannot be kept in their file", .reason("\(error)"))
        }
    }

    private func wipeKeys(_ reason: String) {
        keys.wiped()
        radio.send(.keys(.empty))
        forgetMarks()
        status.touch()
        logger.warning("the decoding keys were wiped", .reason(reason))
        do {
            try keyFile?.wipe()
        } catch {
            logger.error("the file of decoding keys cannot be removed", .reason(error.reason))
        }
    }
}
