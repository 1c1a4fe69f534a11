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
    case aprilBrother = 26
    case gatt = 27
    // Phones, computers, trackers: recognised, not decoded.
    case appleAirPrint = 28
    case appleAirDrop = 29
    case appleHomeKit = 30
    case appleProximityPairing = 31
    case appleHeySiri = 32
    case appleAirPlayTarget = 33
    case appleAirPlaySource = 34
    case appleMagicSwitch = 35
    case appleHandoff = 36
    case appleTetheringTarget = 37
    case appleTetheringSource = 38
    case appleNearbyAction = 39
    case appleNearbyInfo = 40
    case appleFindMy = 41
    case appleOverflow = 42
    case apple = 43
    case exposureNotification = 44
    case microsoftDevice = 45
    case microsoftSwiftPair = 46
    case microsoft = 47
    case fastPairModel = 48
    case fastPairAccount = 49
    case findHub = 50
    case google = 51
    case tile = 52
    case samsungTag = 53
    case samsung = 54
    case separatedTracker = 55
    case matter = 56
    case amazon = 57
    case wearable = 58
    case mesh = 59
}
