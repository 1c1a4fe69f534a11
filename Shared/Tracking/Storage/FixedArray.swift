import Glibc

/// A block of `count` trivial elements whose size never changes.
///
/// The memory is zeroed by the operating system page by page on first use, so a table sized for the worst case costs
/// a quiet site nothing. Every access is checked against the bounds; elements are changed in place.
struct FixedArray<Element>: ~Copyable {
    let count: Int
    private let base: UnsafeMutablePointer<Element>

    /// Makes `count` elements whose bytes are all zero; `Element` must have a meaning for that.
    init(zeroed count: Int) {
        precondition(count > 0 && count <= Int32.max && _isPOD(Element.self))
        guard let memory = calloc(count, MemoryLayout<Element>.stride) else { fatalError("out of memory") }
        self.count = count
        base = memory.bindMemory(to: Element.self, capacity: count)
    }

    /// Makes `count` copies of `element`.
    init(repeating element: Element, count: Int) {
        self.init(zeroed: count)
        base.update(repeating: element, count: count)
    }

    deinit { free(base) }

    subscript(_ index: Int32) -> Element {
        @inline(__always) _read {
            precondition(UInt32(bitPattern: index) < UInt32(truncatingIfNeeded: count))
            yield base[Int(index)]
        }
        @inline(__always) _modify {
            precondition(UInt32(bitPattern: index) < UInt32(truncatingIfNeeded: count))
            yield &base[Int(index)]
        }
    }
}
