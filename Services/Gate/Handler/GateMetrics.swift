import ServiceKit

/// The gate's figures at /metrics.
struct GateMetrics {
    let revision: Gauge
    let listNumber: Gauge
    let listRemaining: Gauge
    let clients: Gauge
    let cut: Gauge
    let admitted: Gauge
    let refusals: Gauge
    let failures: Gauge
    let signals: Gauge
    let applying: Histogram

    init(_ metrics: Metrics) {
        revision = metrics.gauge("gate_revision", "The access document the broker has been brought to.")
        listNumber = metrics.gauge("gate_crl_number", "The number of the revocation list the broker uses.")
        listRemaining = metrics.gauge(
            "gate_crl_remaining_seconds", "How long that list is good for; past it the broker refuses everybody.")
        clients = metrics.gauge("gate_clients", "Clients the broker's security plugin knows.")
        cut = metrics.gauge("gate_clients_cut", "Clients taken away since the start, their sessions ended.")
        admitted = metrics.gauge("gate_clients_admitted", "Clients let in since the start.")
        refusals = metrics.gauge("gate_refusals", "Documents and revocation lists refused since the start.")
        failures = metrics.gauge("gate_failures", "Commands the broker failed or did not answer since the start.")
        signals = metrics.gauge("gate_signals", "How often the broker was told to read its files since the start.")
        applying = metrics.histogram(
            "gate_applying_seconds", "From a document's appearance until the broker has it.")
    }
}
