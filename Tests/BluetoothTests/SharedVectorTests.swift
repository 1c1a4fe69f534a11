import Foundation
import Schema
import Support
import Testing

@testable import Bluetooth

/// The collected payloads beside the repository, where they are.
@Suite(.enabled(if: SharedFolder.isPresent)) struct SharedVectorTests {
    private let vectors = (try? CollectedVector.all()) ?? []

    @Test("R18: every collected payload is classified without a crash, the devices that say what they are rightly")
    func classification() {
        #expect(vectors.count >= 638)
        var decoder = SightingDecoder()
        for vector in vectors {
            let found = decoder.sightings(vector.data, from: vector.address, type: vector.addressType)
            #expect(found.count >= 1, "\(vector.name)")
            let expected = vector.observedKinds.compactMap { ObservedKinds.kinds[$0] }
            #expect(expected.count == vector.observedKinds.count, "\(vector.name): \(vector.observedKinds)")
            if !expected.isEmpty, let kind = found.first?.kind { #expect(expected.contains(kind), "\(vector.name)") }
        }
    }

    @Test("R11: every collected payload of a plain sensor gives the values and the address its source states")
    func plainSensors() {
        var checked = 0
        for vector in vectors where UncheckedVectors.reason(vector) == nil {
            var decoder = SightingDecoder()
            // A meter tells in its scan response that it is one.
            for hex in vector.preamble {
                _ = decoder.sightings(bytes(hex), from: vector.address, type: vector.addressType)
            }
            let found = decoder.sightings(vector.data, from: vector.address, type: vector.addressType)
            guard let sighting = found.first else { continue }
            #expect(decoder.counters.sensors > 0, "\(vector.name) is recognised as no sensor")
            #expect(sighting.kind.isSensor, "\(vector.name)")
            #expect(sighting.values.dropped == 0, "\(vector.name)")
            for expectation in vector.expectations() {
                let stated = "\(vector.name): \(expectation.key) \(expectation)"
                guard let field = expectation.field else {
                    #expect(Bool(false), "\(stated): nothing says what it means")
                    continue
                }
                let number = sighting.values[field]
                guard let value = expectation.value else {
                    #expect(number == nil, "\(stated): \(number ?? 0)")
                    continue
                }
                let scale = pow(10, Double(field.definition.decimals))
                let error = number.map { abs(Double($0) / scale - value) }
                #expect(error ?? .infinity <= max(1.01 / scale, expectation.tolerance), "\(stated): \(number ?? -1)")
            }
            if let mac = vector.mac { #expect(sighting.identity?.id.description == "mac-\(mac)", "\(vector.name)") }
            checked += 1
        }
        #expect(checked >= 130)
    }
}
