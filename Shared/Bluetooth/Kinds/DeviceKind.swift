/// What kind of device an advertisement comes from, as far as its bytes say; for counts and for `discover` (D18).
///
/// One kind a report: a recognised sensor, else the beacon's format, else what the first telling structure belongs to.
public enum DeviceKind: UInt8, CaseIterable, Sendable, Hashable {
    case unknown = 0
    case iBeacon = 1
    case altBeacon = 2
    case eddystone = 3
    // Sensors whose frames are decoded.
    case ruuvi = 4
    case btHome = 5
    case miBeacon = 6
    case atc = 7
    case minew = 8
    case kontakt = 9
    case estimote = 10
    case govee = 11
    case switchBot = 12
    case inkbird = 13
    case thermoBeacon = 14
    case thermoPro = 15
    case qingping = 16
    case blueMaestro = 17
    case sensirion = 18
    case kkm = 19
    case aranet = 20
    case hhcc = 21
    case bParasite = 22
    case jaalee = 23
    case tilt = 24
    case scale = 25
    case gatt = 26
    // Phones, computers, trackers: recognised, not decoded.
    case appleAirPrint = 27
    case appleAirDrop = 28
    case appleHomeKit = 29
    case appleProximityPairing = 30
    case appleHeySiri = 31
    case appleAirPlayTarget = 32
    case appleAirPlaySource = 33
    case appleMagicSwitch = 34
    case appleHandoff = 35
    case appleTetheringTarget = 36
    case appleTetheringSource = 37
    case appleNearbyAction = 38
    case appleNearbyInfo = 39
    case appleFindMy = 40
    case appleOverflow = 41
    case apple = 42
    case exposureNotification = 43
    case microsoftDevice = 44
    case microsoftSwiftPair = 45
    case microsoft = 46
    case fastPairModel = 47
    case fastPairAccount = 48
    case findHub = 49
    case google = 50
    case tile = 51
    case samsungTag = 52
    case samsung = 53
    case separatedTracker = 54
    case matter = 55
    case amazon = 56
    case wearable = 57
    case mesh = 58
}
