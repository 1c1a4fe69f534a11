internal import CCurl

extension WebTransfer {
    /// What a finished attempt means.
    func outcome(_ code: CURLcode) -> Result<WebResponse, WebFailure> {
        guard code != CURLE_OK else { return .success(WebResponse(status: status, body: body)) }
        let host = request.address.host
        if isTooLarge { return .failure(WebFailure(.tooLarge, "\(host) answers with more than is read")) }
        // Another address of the same name may have been allowed, and failed.
        if let refusal, code != CURLE_OPERATION_TIMEDOUT {
            let text = "\(refusal.address)"
            let way = host == text ? text : "\(host) leads to \(text), which"
            return .failure(WebFailure(.addressRefused, "\(way) \(refusal.reason)"))
        }
        let failure =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST: WebFailure(.unreachable, "the name \(host) leads to no address")
            case CURLE_COULDNT_CONNECT: WebFailure(.unreachable, "no connection to \(host) can be made")
            case CURLE_OPERATION_TIMEDOUT:
                WebFailure(.timedOut, "\(host) gave no whole answer within \(request.timeout)")
            case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE:
                WebFailure(.broken, "\(host) ended the connection before its answer was whole")
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
                CURLE_SSL_INVALIDCERTSTATUS:
                WebFailure(.untrusted, "the identity of \(host) is not proven: \(detail(code))")
            case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_BAD_FUNCTION_ARGUMENT:
                WebFailure(.internalError, "the request to \(host) cannot be made: \(detail(code))")
            default: WebFailure(.notHTTP, "\(host) does not answer in HTTP: \(detail(code))")
            }
        return .failure(failure)
    }

    /// The library's own words, printable and short.
    private func detail(_ code: CURLcode) -> String {
        let own = String(cString: errorText)
        let text = own.isEmpty ? String(cString: curl_easy_strerror(code)) : own
        return String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7f }.prefix(200)))
    }
}
