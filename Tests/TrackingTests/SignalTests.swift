import Support
import Testing

@testable import Tracking

@Suite("Signal")
struct SignalTests {
    @Test(
        "R11: distance follows the log-distance model",
        arguments: [
            (-40, 0.1122, 0.1978), (-50, 0.3548, 0.4642), (-59, 1, 1), (-65, 1.9953, 1.6681), (-70, 3.5481, 2.5551),
            (-80, 11.2202, 5.9948), (-90, 35.4813, 14.0653), (-100, 112.2018, 33.0003),
        ] as [(Float, Float, Float)])
    func distance(rssi: Float, free: Float, indoors: Float) {
        let two = PathLoss(exponent: 2).distance(rssi: rssi, power: -59)
        let more = PathLoss(exponent: 2.7).distance(rssi: rssi, power: -59)
        #expect(abs(two - free) / free < 0.001)
        #expect(abs(more - indoors) / indoors < 0.001)
    }

    @Test("The Kalman filter gives the published run")
    func kalman() {
        let samples: [Float] = [-60, -62, -58, -75, -61, -59, -60]
        let expected: [Float] = [-60, -61.0123, -59.9673, -64.0425, -63.3475, -62.4684, -62.0114]
        var filter = KalmanFilter(first: samples[0], noise: 4)
        for (sample, wanted) in zip(samples, expected).dropFirst() {
            filter.update(sample, noise: 4, drift: 0.1)
            #expect(abs(filter.estimate - wanted) < 0.0005)
        }
    }

    @Test("R1: the estimate of a beacon that stands still stays within 3 dB, and false alarms are rare")
    func steady() {
        var alarms = 0
        var worst: Float = 0
        for seed in UInt64(1)...50 {
            var random = SeededGenerator(seed: seed)
            let model = SignalModel()
            var filter = SignalFilter(first: -70, model: model)
            for index in 0..<1_440 {
                let weight = filter.update(Float(-70 + 4 * random.normal()), gap: 2.5, model: model)
                if weight > 1 { alarms += 1 }
                if index > 20 { worst = max(worst, abs(filter.estimate + 70)) }
            }
        }
        #expect(alarms <= 5, "in 72,000 samples")
        #expect(worst < 6)
    }

    @Test("R1: a real move of 15 dB is followed within ten seconds at 1 Hz with 60 % loss")
    func moves() {
        let model = SignalModel()
        var late = 0
        for seed in UInt64(1)...500 {
            var random = SeededGenerator(seed: seed)
            var filter = SignalFilter(first: -60, model: model)
            for _ in 0..<50 { _ = filter.update(Float(-60 + 4 * random.normal()), gap: 2.5, model: model) }
            var second = 0
            var heard = 0
            while second < 60, filter.estimate > -70 {
                second += 1
                guard random.chance(0.4) else { continue }
                heard += 1
                _ = filter.update(Float(-75 + 4 * random.normal()), gap: 2.5, model: model)
            }
            if heard > 5 { late += 1 }
        }
        #expect(late <= 25, "needed more than five heard samples in \(late) of 500 runs")
    }

    @Test("D12: a zone changes after three consistent samples beyond a margin of 3 dB, and not before")
    func hysteresis() {
        let boundaries = ZoneBoundaries()
        var zone = ZoneEstimator()
        zone.begin(loss: 0, boundaries: boundaries)
        #expect(zone.zone == .near)
        let edge = boundaries.near
        func taken(_ losses: [Float]) -> [Bool] {
            losses.map { zone.update(loss: $0, weight: 1, boundaries: boundaries) }
        }
        let beyond = edge + 3.1
        #expect(!taken(Array(repeating: edge + 2.9, count: 10)).contains(true))
        #expect(!taken([beyond, beyond, edge, beyond, beyond, edge]).contains(true))
        #expect(taken([beyond, edge + 30, beyond]) == [false, false, true])
        #expect(zone.zone == .far)
        #expect(!taken(Array(repeating: edge - 2.9, count: 10)).contains(true))
        #expect(taken([-20, -20, -20]) == [false, false, true])
        #expect(zone.zone == .immediate)
    }

    @Test("Samples on opposite sides do not agree")
    func oppositeSides() {
        let boundaries = ZoneBoundaries()
        var zone = ZoneEstimator()
        zone.begin(loss: 0, boundaries: boundaries)
        let losses: [Float] = Array(repeating: [30, 30, -30, -30], count: 10).flatMap { $0 }
        let changes = losses.filter { zone.update(loss: $0, weight: 1, boundaries: boundaries) }
        #expect(changes.isEmpty)
    }
}
