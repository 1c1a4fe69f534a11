/// Room for one decrypted frame, made once.
final class OpenedText {
    let start = UnsafeMutableRawPointer.allocate(byteCount: SealedFrame.longest + 1, alignment: 16)

    deinit { start.deallocate() }
}
