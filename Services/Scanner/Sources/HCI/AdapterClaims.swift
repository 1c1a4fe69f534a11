/// Which adapters the sources of one scanner hear, so that none is heard twice. Confined to the radio thread.
final class AdapterClaims {
    private(set) var indices: Set<UInt16> = []

    /// One is heard by a source from now on.
    func take(_ index: UInt16) { indices.insert(index) }

    /// It is not any more.
    func release(_ index: UInt16) { indices.remove(index) }
}
