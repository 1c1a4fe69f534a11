/// Feeds systemd's watchdog at half its interval as long as no part of the process is stuck.
struct WatchdogService: Service {
    let name = "watchdog"
    let notifier: SystemdNotifier
    let health: Health
    let logger: Logger

    func run() async throws {
        guard let interval = notifier.watchdogInterval else { return }
        let feeding = Task {
            while !Task.isCancelled {
                if health.isAlive {
                    notifier.watchdog()
                } else {
                    logger.error("a part is stuck; the watchdog is not fed", .text("health", health.json))
                }
                try? await Task.sleep(for: interval / 2)
            }
        }
        await gracefulStop()
        feeding.cancel()
    }
}
