import ServiceKit
import Testing

@Suite("Metrics")
struct MetricsTests {
    @Test("The text is Prometheus' format, sorted, escaped")
    func text() {
        let metrics = Metrics()
        metrics.counter("dropped_total", "Drops.", labels: ["kind": "a\"b\\c\nd"]).add(3)
        metrics.counter("dropped_total", "Drops.", labels: ["kind": "a"]).add()
        metrics.gauge("beacons", "Now.").set(2.5)
        metrics.gauge("answer", "Computed.") { 42 }
        let histogram = metrics.histogram("took_seconds", "Times.", bounds: [0.1, 1])
        for value in [0.05, 0.1, 0.5, 7, .nan] { histogram.observe(value) }
        #expect(
            metrics.text == """
                # HELP beaconbus_answer Computed.
                # TYPE beaconbus_answer gauge
                beaconbus_answer 42
                # HELP beaconbus_beacons Now.
                # TYPE beaconbus_beacons gauge
                beaconbus_beacons 2.5
                # HELP beaconbus_dropped_total Drops.
                # TYPE beaconbus_dropped_total counter
                beaconbus_dropped_total{kind="a"} 1
                beaconbus_dropped_total{kind="a\\"b\\\\c\\nd"} 3
                # HELP beaconbus_took_seconds Times.
                # TYPE beaconbus_took_seconds histogram
                beaconbus_took_seconds_bucket{le="0.1"} 2
                beaconbus_took_seconds_bucket{le="1"} 3
                beaconbus_took_seconds_bucket{le="+Inf"} 4
                beaconbus_took_seconds_sum 7.65
                beaconbus_took_seconds_count 4

                """)
    }

    @Test("The same name and labels are the same counter, and it never falls")
    func identity() {
        let metrics = Metrics()
        metrics.counter("a_total", "A.").add(2)
        metrics.counter("a_total", "A.").add(-5)
        #expect(metrics.counter("a_total", "A.").value == 2)
    }

    @Test("Counting from many tasks loses nothing")
    func concurrent() async {
        let counter = Metrics().counter("a_total", "A.")
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<10_000 { counter.add() } }
            }
        }
        #expect(counter.value == 80_000)
    }
}
