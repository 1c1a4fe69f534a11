extension JSONScanner {
    /// Moves behind one value of any kind, checking it, at most `depth` arrays and objects deep.
    mutating func skipValue(depth: Int) throws(JSONSyntaxError) {
        skipSpace()
        switch current {
        case UInt8(ascii: "\""): _ = try stringToken()
        case UInt8(ascii: "{"):
            guard depth > 0 else { throw fail("values are nested too deeply") }
            index += 1
            if take(UInt8(ascii: "}")) { return }
            repeat {
                _ = try stringToken()
                try expect(UInt8(ascii: ":"))
                try skipValue(depth: depth - 1)
            } while take(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"))
        case UInt8(ascii: "["):
            guard depth > 0 else { throw fail("values are nested too deeply") }
            index += 1
            if take(UInt8(ascii: "]")) { return }
            repeat { try skipValue(depth: depth - 1) } while take(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"))
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: _ = try number()
        }
    }
}
