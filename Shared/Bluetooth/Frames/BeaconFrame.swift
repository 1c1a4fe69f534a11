/// A beacon frame found in advertising data, decoded. Frames with a URL borrow it from the data.
public enum BeaconFrame {
    /// Apple's iBeacon.
    case iBeacon(IBeacon)
    /// AltBeacon, of any company.
    case altBeacon(AltBeacon)
    /// A fixed Eddystone identifier.
    case eddystoneUID(EddystoneUID)
    /// An Eddystone web address.
    case eddystoneURL(EddystoneURL)
    /// What a beacon says of itself, in plain.
    case eddystoneTelemetry(EddystoneTelemetry)
    /// The same, encrypted.
    case eddystoneEncryptedTelemetry(EddystoneEncryptedTelemetry)
    /// An Eddystone identifier that changes with time.
    case eddystoneEID(EddystoneEID)
    /// The forerunner of Eddystone-URL.
    case uriBeacon(UriBeacon)

    /// True where the frame says which beacon it is (all but telemetry).
    @inlinable
    public var isIdentifying: Bool {
        switch self {
        case .eddystoneTelemetry, .eddystoneEncryptedTelemetry: false
        case .iBeacon, .altBeacon, .eddystoneUID, .eddystoneURL, .eddystoneEID, .uriBeacon: true
        }
    }

    /// Expected RSSI at 1 m in dBm. Eddystone and UriBeacon give the power at 0 m, from which 41 dB are taken.
    @inlinable
    public var power: Int16? {
        switch self {
        case .iBeacon(let frame): Int16(frame.power)
        case .altBeacon(let frame): Int16(frame.power)
        case .eddystoneUID(let frame): Int16(frame.powerAtZero) - Self.lossOfFirstMetre
        case .eddystoneURL(let frame): Int16(frame.powerAtZero) - Self.lossOfFirstMetre
        case .eddystoneEID(let frame): Int16(frame.powerAtZero) - Self.lossOfFirstMetre
        case .uriBeacon(let frame): Int16(frame.powerAtZero) - Self.lossOfFirstMetre
        case .eddystoneTelemetry, .eddystoneEncryptedTelemetry: nil
        }
    }

    /// Power at 0 m in dBm where the format gives it so.
    @inlinable
    public var powerAtZero: Int8? {
        switch self {
        case .eddystoneUID(let frame): frame.powerAtZero
        case .eddystoneURL(let frame): frame.powerAtZero
        case .eddystoneEID(let frame): frame.powerAtZero
        case .uriBeacon(let frame): frame.powerAtZero
        case .iBeacon, .altBeacon, .eddystoneTelemetry, .eddystoneEncryptedTelemetry: nil
        }
    }

    /// dB lost between 0 m and 1 m (Eddystone protocol specification, "Tx Power").
    @usableFromInline static let lossOfFirstMetre: Int16 = 41
}
