internal import CCurl
internal import Glibc

/// One attempt at one request: a handle of the library and what it has told so far. Confined to the client's thread.
final class WebTransfer {
    let handle: OpaqueCurl
    let request: WebRequest
    private let limit: Int
    private let lines: UnsafeMutablePointer<curl_slist>?
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var body: [UInt8] = []
    private var headerLength = 0
    /// Why a connection was not made or not used.
    private(set) var refusal: (address: IPAddress, reason: String)?
    private(set) var isTooLarge = false
    let errorText: UnsafeMutablePointer<CChar>

    typealias OpaqueCurl = UnsafeMutableRawPointer

    /// - Parameter remaining: what is left of the request's time, ms.
    init(_ request: WebRequest, remaining: Int, limits: WebLimits) throws(WebFailure) {
        guard request.headers.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } }) else {
            throw WebFailure(.internalError, "a header line has characters that must not stand in one")
        }
        guard let handle = curl_easy_init() else { throw WebFailure(.internalError, "no handle can be made") }
        self.handle = handle
        self.request = request
        limit = limits.answer
        var lines: UnsafeMutablePointer<curl_slist>?
        // No "Expect: 100-continue", which only waits. One request a connection is announced: RFC 9112 section 9.6.
        for line in request.headers + [
            "Connection: close", "Expect:", "User-Agent: BeaconBus", "Accept: application/json",
        ] {
            lines = curl_slist_append(lines, line)
        }
        self.lines = lines
        bytes = .allocate(capacity: max(1, request.body.count))
        _ = bytes.initialize(from: request.body)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try setUp(remaining: remaining)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(lines)
        // The body may hold a token.
        bytes.baseAddress.map { beaconbus_curl_wipe($0, bytes.count) }
        bytes.deallocate()
        errorText.deallocate()
    }

    /// The status code of the answer.
    var status: Int {
        var value = 0
        _ = beaconbus_curl_get_number(handle, CURLINFO_RESPONSE_CODE, &value)
        return value
    }

    private func setUp(remaining: Int) throws(WebFailure) {
        var isSet = true
        func number(_ option: CURLoption, _ value: Int) {
            isSet = beaconbus_curl_set_number(handle, option, value) == CURLE_OK && isSet
        }
        func text(_ option: CURLoption, _ value: String?) {
            isSet = beaconbus_curl_set_text(handle, option, value) == CURLE_OK && isSet
        }
        func pointer(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
            isSet = beaconbus_curl_set_pointer(handle, option, value) == CURLE_OK && isSet
        }
        text(CURLOPT_URL, request.address.text)
        text(CURLOPT_PROTOCOLS_STR, request.address.isEncrypted ? "https" : "http")
        number(CURLOPT_FOLLOWLOCATION, 0)
        // Not even what the environment says.
        text(CURLOPT_PROXY, "")
        number(CURLOPT_NETRC, 0)
        number(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        number(CURLOPT_HTTP09_ALLOWED, 0)
        number(CURLOPT_NOSIGNAL, 1)
        // On a kept connection the library sends a request again if the server ends it unanswered, and a one-time
        // token would be spent twice; and what a server sent too much would be read as the next answer.
        number(CURLOPT_FORBID_REUSE, 1)
        // A name server that does not answer must not hold this thread back when the time is over.
        number(CURLOPT_QUICK_EXIT, 1)
        number(CURLOPT_TIMEOUT_MS, remaining)
        number(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        number(CURLOPT_SSL_VERIFYPEER, 1)
        number(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = request.authorityFile {
            text(CURLOPT_CAINFO, file)
            // Or the system's authorities would be trusted beside it.
            text(CURLOPT_CAPATH, nil)
        }
        number(CURLOPT_POST, 1)
        isSet = beaconbus_curl_set_body(handle, bytes.baseAddress, request.body.count) == CURLE_OK && isSet
        pointer(CURLOPT_HTTPHEADER, lines)
        pointer(CURLOPT_ERRORBUFFER, errorText)
        let context = Unmanaged.passUnretained(self).toOpaque()
        isSet =
            beaconbus_curl_set_callbacks(
                handle, context, Self.takeBody, Self.takeHeader, Self.openSocket, Self.connected) == CURLE_OK && isSet
        guard isSet else { throw WebFailure(.internalError, "the request cannot be set up") }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> WebTransfer? {
        context.map { Unmanaged<WebTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let takeBody: curl_write_callback = { start, size, count, context in
        guard let transfer = of(context), let start else { return 0 }
        let length = size * count
        guard transfer.body.count + length <= transfer.limit else {
            transfer.isTooLarge = true
            return 0
        }
        transfer.body.append(contentsOf: UnsafeRawBufferPointer(start: start, count: length))
        return length
    }

    private static let takeHeader: curl_write_callback = { _, size, count, context in
        guard let transfer = of(context) else { return 0 }
        transfer.headerLength += size * count
        guard transfer.headerLength <= transfer.limit else {
            transfer.isTooLarge = true
            return 0
        }
        return size * count
    }

    /// In place of socket(2): the last word on the address the kernel will connect to.
    private static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let transfer = of(context), let address else { return -1 }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = beaconbus_curl_address(address, &bytes)
        guard let ip = IPAddress(bytes: Array(bytes.prefix(Int(count)))) else { return -1 }
        if let reason = transfer.request.policy.refusal(of: ip) {
            transfer.refusal = (ip, reason)
            return -1
        }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, kind, address.pointee.protocol)
    }

    /// Before anything is sent: the address that the connection really leads to.
    private static let connected: curl_prereq_callback = { context, remote, _, _, _ in
        guard let transfer = of(context), let remote, let ip = IPAddress(String(cString: remote)) else {
            return CURL_PREREQFUNC_ABORT
        }
        guard let reason = transfer.request.policy.refusal(of: ip) else { return CURL_PREREQFUNC_OK }
        transfer.refusal = (ip, reason)
        return CURL_PREREQFUNC_ABORT
    }
}
