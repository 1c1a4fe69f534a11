import Schema

/// Topics and identifiers: whatever can be read is written back the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTopics(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    guard let site = SiteID("home") else { fatalError("no site") }
    let roots = Roots(site: site)
    if let topic = Topic(text, in: roots) { precondition(topic.path(in: roots) == text) }
    if let id = BeaconID(text) {
        precondition(id.description == text)
        precondition(id.identity.id == id)
    }
    if let id = ClientID(text) { precondition(id.description == text) }
    if let id = Requester(text) { precondition(id.description == text) }
    if let id = ActivationID(text) { precondition(id.description == text) }
    if let id = RunID(text) { precondition(id.description == text) }
    if let time = WallTime(text) { precondition(WallTime(time.description) == time) }
    return 0
}
