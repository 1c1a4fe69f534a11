import Schema
import ServiceKit

extension VirtualNode {
    /// The retained topics that may hold something of this node.
    var retainedTopics: [Topic] {
        [.nodeState(id), .scanner(id), .beacons(id)] + core.writtenPages.map { .beaconPage(id, $0) }
    }
}

extension ScannerCore {
    /// The pages that this process or those before it may have at the broker.
    var writtenPages: [BeaconPageNumber] {
        let isKnown = earlierPages != .max || hasConnected
        let written = pages.touched | storedPages | (earlierPages == .max ? 0 : earlierPages)
        return (0..<BeaconPageNumber.count).filter { !isKnown || written >> UInt64($0) & 1 != 0 }
            .compactMap(BeaconPageNumber.init)
    }
}
