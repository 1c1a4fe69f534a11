import Bus
import Schema
import ServiceKit
import Store
import Support
import Testing

@testable import MetadataService

@Suite("Metadata service: calibrations")
struct CalibrationTests {
    private typealias Bench = MetadataBench

    @Test("R11: what is measured is stored part by part and published retained; cleared it stays as an empty one")
    func stored() throws {
        let bench = try Bench()
        #expect(try bench.askOnce("commands/calibrate", #"{"node":"kitchen","offset":3.5}"#)["revision"] == 1)
        #expect(try bench.askOnce("commands/calibrate", #"{"node":"kitchen","offset":3.5}"#)["revision"] == 1)
        let both = try bench.askOnce("commands/calibrate", #"{"node":"kitchen","exponent":2.4}"#)
        #expect(both["offset"] == 3.5 && both["exponent"] == 2.4 && both["revision"] == 2)
        let retained = try bench.retained("nodes/kitchen/calibration")
        #expect(retained?["offset"] == 3.5 && retained?["exponent"] == 2.4 && retained?["node"] == "kitchen")
        #expect(try bench.askOnce("commands/calibrate", #"{"node":"kitchen","clear":true}"#)["revision"] == 3)
        let cleared = try bench.retained("nodes/kitchen/calibration")
        #expect(cleared?["revision"] == 3 && cleared?["offset"] == nil && cleared?["exponent"] == nil)
        #expect(try Registry(folder: bench.folder.path).calibrations().map(\.revision) == [3])
    }

    @Test(
        "R11: offsets beyond 40 dB and exponents outside 1 to 6 are refused",
        arguments: [
            #"{"node":"kitchen","offset":40.1}"#, #"{"node":"kitchen","exponent":0.9}"#,
            #"{"node":"kitchen","exponent":6.5}"#, #"{"node":"kitchen"}"#,
        ])
    func refused(body: String) throws {
        let bench = try Bench()
        #expect(try bench.askOnce("commands/calibrate", body)["error"] != nil)
        #expect(try bench.retained("nodes/kitchen/calibration") == nil)
    }

    @Test("R11: nothing is kept and told of a node that has nothing to clear")
    func clearedWithout() throws {
        let bench = try Bench()
        let reply = try bench.askOnce("commands/calibrate", #"{"node":"kitchen","clear":true}"#)
        #expect(reply["revision"] == 0 && reply["error"] == nil)
        #expect(try bench.retained("nodes/kitchen/calibration") == nil)
        #expect(try Registry(folder: bench.folder.path).calibrations().isEmpty)
    }

    @Test("R11: a broker that forgot everything is given the calibrations again")
    func again() throws {
        let bench = try Bench()
        try bench.ask("commands/calibrate", #"{"node":"kitchen","offset":-2.5}"#)
        bench.bus.broker.restart(keepingRetained: false)
        bench.bus.advance(.seconds(60))
        #expect(try bench.retained("nodes/kitchen/calibration")?["offset"] == -2.5)
    }

    @Test("R14: of a forgotten node neither calibration nor configuration is told again; those of others stay")
    func forgotten() throws {
        let bench = try Bench()
        for node in ["kitchen", "hall"] {
            try bench.ask("commands/calibrate", #"{"node":"\#(node)","offset":-2.5}"#)
            try bench.ask("commands/configure", #"{"node":"\#(node)","configuration":{"x":1}}"#)
        }
        bench.bus.inject("beaconbus/home/nodes/kitchen/state", #"{"v":1}"#, retain: true)
        #expect(try bench.retained("nodes/kitchen/calibration") != nil)
        bench.bus.inject("beaconbus/home/nodes/kitchen/state", "", retain: true)
        bench.bus.advance(.seconds(1))
        for keeping in [true, false] {
            bench.bus.broker.restart(keepingRetained: keeping)
            bench.bus.advance(.seconds(60))
            for topic in ["calibration", "desired"] {
                #expect(try bench.retained("nodes/kitchen/\(topic)") == nil, "\(topic)")
                #expect(try bench.retained("nodes/hall/\(topic)") != nil, "\(topic)")
            }
        }
        let registry = try Registry(folder: bench.folder.path)
        #expect(try registry.calibrations().map(\.node.description) == ["hall"])
        #expect(try registry.desired().map(\.node.description) == ["hall"])
    }
}
