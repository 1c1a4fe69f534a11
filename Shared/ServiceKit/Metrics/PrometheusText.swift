/// Pieces of Prometheus' text exposition format 0.0.4.
enum PrometheusText {
    /// `key="value",…` in the order of the keys, without braces.
    static func labels(_ labels: [String: String]) -> String {
        labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(value($0.value))\"" }.joined(separator: ",")
    }

    static func line(_ name: String, _ labels: String, _ value: Double) -> String {
        "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(number(value))\n"
    }

    static func histogram(_ name: String, _ labels: String, _ histogram: Histogram) -> String {
        let (buckets, count, sum) = histogram.snapshot
        let prefix = labels.isEmpty ? "" : labels + ","
        var text = ""
        var total: Int64 = 0
        for (bound, bucket) in zip(histogram.bounds, buckets) {
            total &+= bucket
            text += line(name + "_bucket", "\(prefix)le=\"\(number(bound))\"", Double(total))
        }
        text += line(name + "_bucket", "\(prefix)le=\"+Inf\"", Double(count))
        text += line(name + "_sum", labels, sum)
        return text + line(name + "_count", labels, Double(count))
    }

    static func help(_ text: String) -> String {
        escape(text, quotes: false)
    }

    private static func value(_ text: String) -> String {
        escape(text, quotes: true)
    }

    private static func escape(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\\\"
            case "\n", "\r\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.append(character)
            }
        }
        return result
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Decimal.text(value)
    }
}
