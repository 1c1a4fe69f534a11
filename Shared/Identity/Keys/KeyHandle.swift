internal import COpenSSL

/// An OpenSSL key: never changed once it is made, so any thread may use it; freed with the last holder.
final class KeyHandle: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Takes the key over.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }

    /// Lends the key for the time of a call.
    func withKey<Result, Failure>(_ body: (OpaquePointer) throws(Failure) -> Result) throws(Failure) -> Result {
        try withExtendedLifetime(self) { () throws(Failure) -> Result in try body(pointer) }
    }
}
