internal import CCurl
internal import Schema

/// The transfers of a ``WebClient``, confined to its thread.
final class WebLoop {
    /// Ends the loop's waiting from any thread.
    struct Waker: @unchecked Sendable {
        fileprivate let multi: UnsafeMutableRawPointer

        func wake() {
            curl_multi_wakeup(multi)
        }
    }

    /// The library's start; safe on any thread since 7.84.
    private static let started: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private struct Entry {
        let job: WebClient.Job
        var transfer: WebTransfer?
        var attempts = 0
    }

    private let limits: WebLimits
    private let finish: (WebClient.Job, Result<WebResponse, WebFailure>) -> Void
    private let retried: () -> Void
    private let multi: UnsafeMutableRawPointer
    private var queue: WebQueue
    private var entries: [WebQueue.ID: Entry] = [:]
    private var last: WebQueue.ID = 0

    init?(
        limits: WebLimits, finish: @escaping (WebClient.Job, Result<WebResponse, WebFailure>) -> Void,
        retried: @escaping () -> Void
    ) {
        guard Self.started, let multi = curl_multi_init() else { return nil }
        self.limits = limits
        self.finish = finish
        self.retried = retried
        self.multi = multi
        queue = WebQueue(limits: limits)
        _ = beaconbus_curl_multi_set_number(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    }

    var waker: Waker { Waker(multi: multi) }

    /// Takes new jobs, moves everything on, and waits for the next thing to happen.
    func turn(_ jobs: [WebClient.Job]) {
        for job in jobs { add(job) }
        startReady()
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        takeFinished()
        let now = Instant.now()
        for id in queue.expired(now) {
            guard let entry = entries.removeValue(forKey: id) else { continue }
            finish(entry.job, .failure(WebFailure(.timedOut, "no place was free within \(entry.job.request.timeout)")))
        }
        startReady()
        let wait = queue.nextChange(now).map { max(0, min(1_000, $0.nanoseconds(since: now) / 1_000_000 + 1)) } ?? 1_000
        curl_multi_poll(multi, nil, 0, Int32(wait), nil)
    }

    /// Gives up all that is left.
    func end() {
        for entry in entries.values {
            if let transfer = entry.transfer { curl_multi_remove_handle(multi, transfer.handle) }
            finish(entry.job, .failure(WebFailure(.stopped, "the service is stopping")))
        }
        entries = [:]
        curl_multi_cleanup(multi)
    }

    private func add(_ job: WebClient.Job) {
        last += 1
        guard queue.add(last, group: job.request.group, deadline: job.deadline, now: .now()) else {
            finish(job, .failure(.tooMany(job.request.group)))
            return
        }
        entries[last] = Entry(job: job)
    }

    private func startReady() {
        let now = Instant.now()
        for id in queue.next(now) {
            guard let job = entries[id]?.job else { continue }
            let remaining = max(1, Int(job.deadline.nanoseconds(since: now) / 1_000_000))
            do throws(WebFailure) {
                let transfer = try WebTransfer(job.request, remaining: remaining, limits: limits)
                guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
                    throw WebFailure(.internalError, "the request cannot be started")
                }
                entries[id]?.transfer = transfer
                entries[id]?.attempts += 1
            } catch {
                settle(id, .failure(error))
            }
        }
    }

    private func takeFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            let code = beaconbus_curl_message_result(message)
            guard let id = entries.first(where: { $0.value.transfer?.handle == handle })?.key,
                let entry = entries[id], let transfer = entry.transfer
            else { continue }
            curl_multi_remove_handle(multi, handle)
            entries[id]?.transfer = nil
            let result = transfer.outcome(code)
            let earliest = Instant.now() + limits.retryDelay
            // Only where nothing can have been sent.
            if code == CURLE_COULDNT_CONNECT, transfer.refusal == nil, entry.attempts == 1,
                earliest < entry.job.deadline
            {
                queue.retry(id, earliest: earliest, deadline: entry.job.deadline)
                retried()
            } else {
                settle(id, result)
            }
        }
    }

    private func settle(_ id: WebQueue.ID, _ result: Result<WebResponse, WebFailure>) {
        queue.finish(id)
        if let entry = entries.removeValue(forKey: id) { finish(entry.job, result) }
    }
}
