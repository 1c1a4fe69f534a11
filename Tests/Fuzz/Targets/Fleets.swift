import Schema

/// Messages of other fleets. The first byte chooses the fleet, a line the topic, the rest is the payload: nothing crashes,
/// and no impossible value comes out.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFleets(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let first = bytes.first, let line = bytes.firstIndex(of: 10) else { return 0 }
    var parser = Fleet.allCases[Int(first) % Fleet.allCases.count].parser()
    let topic = String(decoding: bytes[1..<max(line, 1)], as: UTF8.self)
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    let now = FleetTime(instant: Instant(nanoseconds: 1), wall: WallTime(milliseconds: 1_790_000_000_000))
    for _ in 0..<2 {
        for message in parser.parse(levels, Array(bytes[(line + 1)...]), isRetained: first & 0x80 != 0, now: now) {
            guard case .reports(_, let reports) = message else { continue }
            precondition(reports.count <= FleetReport.most)
            for report in reports {
                precondition(report.rssi.map { (-127...20).contains($0) } ?? true)
                precondition((Duration.zero...FleetReport.greatestAge).contains(report.age))
                precondition((report.advertisement?.count ?? 0) <= 510)
            }
        }
    }
    return 0
}
