import Adapters
import Bluetooth
import Schema

/// Who answers questions after adapters.
protocol ManagementChannel: AnyObject {
    /// To wait for.
    var descriptor: Int32 { get }

    func send(_ command: Management.Command) throws(BeaconBusError)

    /// Hands over what has come; never waits.
    func receive(_ take: (Management.Event) throws(BeaconBusError) -> Void) throws(BeaconBusError)
}

extension ManagementClient: ManagementChannel {}

/// What a watch sees of a machine.
struct AdapterSight {
    var open: () throws(BeaconBusError) -> any ManagementChannel
    /// What blocks these adapters.
    var blocks: ([UInt16]) -> [UInt16: RadioBlock]
    /// The numbers of the adapters in `/sys`, also of those that somebody has alone.
    var present: () -> [UInt16]

    /// This one.
    static var machine: AdapterSight {
        AdapterSight(
            open: { () throws(BeaconBusError) in try ManagementClient() }, blocks: { Rfkill.states(of: $0) },
            present: { Rfkill.adapters() })
    }
}
