public import Schema

extension ValueType where Value: TextValue {
    /// An identifier, client id or other text value of the schema.
    public static var identifier: ValueType {
        ValueType(scalar: Value.form, read: { Value($0) }, render: { ScalarText.yaml($0.description) })
    }
}
