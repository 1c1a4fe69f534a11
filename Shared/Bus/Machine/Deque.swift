/// A first-in first-out queue over one array that also takes elements at its front.
package struct Deque<Element> {
    private var slots: [Element?]
    private var head = 0
    package private(set) var count = 0

    package init() {
        slots = []
    }

    package var isEmpty: Bool { count == 0 }

    package var first: Element? { count == 0 ? nil : slots[head] }

    package mutating func append(_ element: Element) {
        reserve()
        slots[(head + count) % slots.count] = element
        count += 1
    }

    package mutating func prepend(_ element: Element) {
        reserve()
        head = (head + slots.count - 1) % slots.count
        slots[head] = element
        count += 1
    }

    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head]
        slots[head] = nil
        head = (head + 1) % slots.count
        count -= 1
        return element
    }

    /// Takes everything out, in order, and gives the memory back.
    package mutating func removeAll() -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        while let element = popFirst() { elements.append(element) }
        slots = []
        head = 0
        return elements
    }

    private mutating func reserve() {
        guard count == slots.count else { return }
        var larger = [Element?](repeating: nil, count: max(8, slots.count * 2))
        for offset in 0..<count { larger[offset] = slots[(head + offset) % slots.count] }
        slots = larger
        head = 0
    }
}

extension Deque: Sendable where Element: Sendable {}
