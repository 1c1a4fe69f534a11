extension ObjectSchema {
    /// Checks a JSON object against the declared fields: presence, type, range. Unknown fields are ignored.
    ///
    /// - Throws: an error of the given code that names the field's path and the reason.
    public func check(_ value: JSONValue, code: ErrorCode = .messageInvalid) throws(BeaconBusError) {
        do throws(SchemaFault) {
            try verify(value)
        } catch {
            throw error.error(code)
        }
    }

    func verify(_ value: JSONValue) throws(SchemaFault) {
        guard case .object(let members) = value else { throw value.must("an object") }
        for field in fields {
            guard let member = members[field.name] else {
                guard field.presence == .optional else { throw SchemaFault(field.name, "is missing") }
                continue
            }
            if member.isNull {
                guard field.presence == .required else { continue }
                throw SchemaFault(field.name, "must not be null")
            }
            do throws(SchemaFault) {
                try field.type.verify(member)
            } catch {
                throw error.inside(field.name)
            }
        }
    }
}
