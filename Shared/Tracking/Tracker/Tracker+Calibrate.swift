public import Schema

extension Tracker {
    /// Takes over what was measured of the receiver and its surroundings (R11): zones and ranges of all beacons are judged
    /// anew once, from what was heard of them before, so that each tells at most one change.
    ///
    /// Of `calibrated` only receiver gain, path loss and zones count; the monitored set's ranges are brought into line.
    public mutating func calibrate(
        _ calibrated: TrackerSettings, at now: Instant, into events: inout [TrackerEvent]
    ) {
        advance(to: now, into: &events)
        let shift = settings.receiverGain - calibrated.receiverGain
        settings.receiverGain = calibrated.receiverGain
        settings.pathLoss = calibrated.pathLoss
        settings.zones = calibrated.zones
        monitored = monitored.with(calibrated.pathLoss)
        for slot in 0..<highWater
        where states[slot].flags.contains(.used) && states[slot].flags.contains(.signal) {
            if shift != 0 { states[slot].filter.shift(by: shift) }
            if states[slot].isActive { judgeAnew(slot, &events) }
        }
    }

    private mutating func judgeAnew(_ slot: Int32, _ events: inout [TrackerEvent]) {
        let loss = loss(of: slot)
        guard !loss.isNaN else { return }
        let timing = monitored.timings[Int(states[slot].timing)]
        states[slot].outside = 0
        if loss > timing.range + settings.zones.margin {
            deactivate(slot, .outOfRange, &events)
            wheel.schedule(slot, at: clock &+ timing.window)
            return
        }
        let before = states[slot].zone.zone
        if states[slot].zone.judgeAnew(loss: loss, boundaries: settings.zones) {
            change(slot, .zone, &events) { $0.zone = before }
        }
    }
}
