import Schema
import Testing

@testable import LifecycleService

@Suite("Scanner watch")
struct ScannerWatchTests {
    @Test("A command is asked once the scanner is there, once, and its answer becomes an event")
    func asks() {
        var subject = Watched()
        subject.want(.scan)
        #expect(subject.steps.isEmpty, "no scanner yet")
        subject.report(run: nil)
        #expect(subject.steps == ["ask scan 1.1 #1"])
        subject.report(run: nil)
        #expect(subject.steps.isEmpty)
        subject.answer(1, nil)
        #expect(subject.steps == ["scanning 1"])
    }

    @Test("H4: a status that shows the run scanning is as good as the answer")
    func status() {
        var subject = Watched(present: true)
        subject.want(.scan)
        subject.report(run: "1.1", scanning: false)
        #expect(subject.steps.isEmpty)
        subject.report(run: "1.1", scanning: true)
        #expect(subject.steps == ["scanning 1"])
        subject.answer(1, nil)
        #expect(subject.steps.isEmpty, "one completion")
    }

    @Test("A scanner that refuses fails the start; one that does not answer is asked again")
    func refuses() {
        var subject = Watched(present: true)
        subject.want(.scan)
        subject.answer(1, .requestTimeout)
        #expect(subject.steps.isEmpty)
        subject.pass(.seconds(1))
        #expect(subject.steps == ["ask scan 1.1 #2"])
        subject.answer(1, nil)
        #expect(subject.steps.isEmpty, "the answer to an older question")
        subject.answer(2, .adapterOff)
        #expect(subject.steps == ["scanFailed 1 adapterOff"])
    }

    @Test("A scanner that restarts while it is asked is asked again")
    func restarted() {
        var subject = Watched(present: true)
        subject.want(.scan)
        subject.lost(1)
        subject.report(session: 2, run: nil)
        #expect(subject.steps == ["ask scan 1.1 #2"])
    }

    @Test("No scanner within 15 s fails the start, and says so; without a broker it says that")
    func absent() {
        var subject = Watched()
        subject.want(.scan)
        subject.pass(.seconds(14))
        #expect(subject.steps.isEmpty)
        subject.pass(.seconds(1))
        #expect(subject.steps == ["scanFailed 1 scannerSilent"])
        subject.watch.disconnected()
        subject.want(.scan)
        subject.pass(.seconds(15))
        #expect(subject.steps == ["scanFailed 1 brokerUnreachable"])
    }

    @Test("Halt is done when answered, or when the status shows no run any more")
    func halt() {
        var subject = Watched(present: true)
        subject.want(.halt)
        subject.report(run: "1.1", scanning: true)
        #expect(subject.steps.isEmpty)
        subject.report(run: nil)
        #expect(subject.steps == ["halted 1"])
        subject.want(.halt)
        subject.answer(2, nil)
        #expect(subject.steps == ["halted 1"])
    }

    @Test("The loss of the scanner is a warning at once and lost after 15 s")
    func lost() {
        var subject = Watched(running: true)
        subject.lost(1)
        #expect(subject.steps == ["warn scannerSilent"])
        subject.pass(.seconds(14))
        #expect(subject.steps.isEmpty)
        subject.pass(.seconds(1))
        #expect(subject.steps == ["lost 1 scannerSilent"])
        subject.pass(.seconds(60))
        #expect(subject.steps.isEmpty, "once")
    }

    @Test("A status of that run under a newer session within 15 s averts the loss")
    func returned() {
        var subject = Watched(running: true)
        subject.lost(1)
        subject.pass(.seconds(14))
        subject.report(session: 2, run: "1.1", scanning: true)
        for _ in 0..<40 {
            subject.pass(.seconds(5))
            subject.report(session: 2, run: "1.1", scanning: true)
            #expect(subject.steps.isEmpty)
        }
    }

    @Test("D7: a status or a will of an older session changes nothing")
    func older() {
        var subject = Watched(running: true)
        subject.report(session: 3, run: "1.1", scanning: true)
        subject.report(session: 2, run: nil)
        #expect(subject.steps.isEmpty)
        subject.lost(2)
        #expect(subject.steps.isEmpty)
        #expect(subject.watch.isPresent)
    }

    @Test("A restarted scanner that does not resume the run does not avert the loss")
    func notResumed() {
        var subject = Watched(running: true)
        subject.lost(1)
        subject.report(session: 2, run: nil)
        subject.pass(.seconds(15))
        #expect(subject.steps == ["lost 1 scannerSilent"])
    }

    @Test("Losing the last source is lost, at once, with the scanner's error")
    func lastSource() {
        var subject = Watched(running: true)
        subject.report(run: "1.1", scanning: false, error: .sourceEnded)
        #expect(subject.steps == ["lost 1 sourceEnded"])
    }

    @Test("Losing one of several sources is a warning, once, and again after it was back")
    func oneSource() {
        var subject = Watched(running: true)
        subject.report(run: "1.1", scanning: true, failed: ["hci1"])
        #expect(subject.steps == ["warn adapterMissing"])
        subject.report(run: "1.1", scanning: true, failed: ["hci1"])
        #expect(subject.steps.isEmpty)
        subject.report(run: "1.1", scanning: true)
        subject.report(run: "1.1", scanning: true, failed: ["hci1"])
        #expect(subject.steps == ["warn adapterMissing"])
    }

    @Test("A lost broker changes no state, however long; the 15 s begin with the next connection")
    func brokerLost() {
        var subject = Watched(running: true)
        subject.lost(1)
        subject.watch.disconnected()
        subject.pass(.seconds(86_400))
        #expect(subject.steps.isEmpty)
        subject.connect()
        #expect(subject.steps == ["warn scannerSilent"], "the will is known")
        subject.pass(.seconds(14))
        #expect(subject.steps.isEmpty)
        subject.pass(.seconds(1))
        #expect(subject.steps == ["lost 1 scannerSilent"])
    }

    @Test("After a connection the scanner's status may take its time before its absence is a warning")
    func arrival() {
        var subject = Watched()
        subject.run()
        #expect(subject.steps.isEmpty)
        subject.pass(.seconds(3))
        #expect(subject.steps == ["warn scannerSilent"])
        subject.pass(.seconds(12))
        #expect(subject.steps == ["lost 1 scannerSilent"])
    }

    @Test("A status that is behind the answer to scan is no warning")
    func behind() {
        var subject = Watched(present: true)
        subject.run()
        #expect(subject.steps.isEmpty)
        subject.report(run: nil)
        #expect(subject.steps.isEmpty)
        subject.report(run: "1.1", scanning: true)
        subject.pass(.seconds(10))
        #expect(subject.steps.isEmpty)
    }

    @Test("R5: a scanner that says nothing is a warning after 15 s and lost after 90 s")
    func silent() {
        var subject = Watched(running: true)
        subject.pass(.seconds(15))
        #expect(subject.steps == ["warn scannerSilent"])
        subject.pass(.seconds(74))
        #expect(subject.steps.isEmpty)
        subject.pass(.seconds(1))
        #expect(subject.steps == ["lost 1 scannerSilent"])
    }

    @Test("Whenever nothing happens, the next deadline is in the future or nothing is due")
    func deadlines() {
        var subject = Watched(running: true)
        subject.lost(1)
        for _ in 0..<100 {
            guard let deadline = subject.watch.deadline else { return }
            #expect(deadline > subject.now)
            subject.pass(deadline - subject.now)
        }
        Issue.record("the watch never comes to rest")
    }
}
