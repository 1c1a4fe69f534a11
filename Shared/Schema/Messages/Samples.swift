/// Values for the samples of messages. They stand in this file, so that a wrong one cannot be a matter of input.
extension TextValue {
    static func known(_ text: StaticString) -> Self {
        guard let value = Self(text.description) else { preconditionFailure("\(text) is not \(form)") }
        return value
    }
}

extension Identifier where Kind == NodeKind { static var sample: Self { .known("kitchen") } }
extension Identifier where Kind == UserKind { static var sample: Self { .known("anna") } }
extension Identifier where Kind == AppKind { static var sample: Self { .known("visits") } }
extension Identifier where Kind == InboxKind { static var sample: Self { .known("front-desk") } }
extension Identifier where Kind == ServiceKind { static var sample: Self { .known("dispatch") } }
extension Identifier where Kind == RegistryKind { static var sample: Self { .known("a81f09c2d4e6b753") } }
extension Identifier where Kind == BeaconNameKind { static var sample: Self { .known("annas-phone") } }
extension RunID { static var sample: RunID { .known("218246400.4") } }
extension RequestID { static var sample: RequestID { .known("6f1c0d9ab2e34758960713fd42c5a8be") } }
extension CertificateSetID { static var sample: CertificateSetID { .known("5e7c0ffee15ba5e5") } }
extension ClientID { static var sample: ClientID { .known("obs.home.gate") } }
extension JournalID { static var sample: JournalID { .known("c0ffee00d15ea5e5") } }
extension ActivationID { static var sample: ActivationID { .known("kitchen.c0ffee00d15ea5e5.41") } }
extension BeaconUUID { static var sample: BeaconUUID { .known("f7826da6-4fa2-4e98-8024-bc5b71e0893e") } }
extension EddystoneNamespace { static var sample: EddystoneNamespace { .known("2f234454f4911ba9ffa6") } }
extension EddystoneInstance { static var sample: EddystoneInstance { .known("000000000001") } }
extension BluetoothAddress { static var sample: BluetoothAddress { .known("aa:bb:cc:dd:ee:ff") } }
extension BeaconPageNumber { static var sample: BeaconPageNumber { .known("2a") } }
extension WallTime { static var sample: WallTime { WallTime(milliseconds: 1_796_058_840_123) } }

extension BeaconID {
    static var sample: BeaconID { .known("ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-20597-62207") }
}
